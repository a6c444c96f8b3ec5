import type { Memory, Turn } from "@memory-cortex/models";
import { escapeForPrompt, estimateTokens } from "@memory-cortex/text";

import { CAPTURE_INSTRUCTIONS } from "./instructions.ts";
import { WINDOW_LIMITS } from "./limits.ts";
import { showTurn } from "./show-turn.ts";

/** What a prompt shows of a memory. */
export type RelatedMemory = Pick<Memory, "id" | "text">;

export interface PromptInput {
  /** Turns to capture, in order. */
  turns: readonly Turn[];
  /** Turns before them, in order. */
  context: readonly Turn[];
  /** Memories that look related, the nearest first. */
  related: readonly RelatedMemory[];
}

/** A question to the model, and what its numbers stand for. */
export interface CapturePrompt {
  /** The same for every window. */
  fixed: string;
  /** This window. */
  message: string;
  turns: ReadonlyMap<string, Turn>;
  memories: ReadonlyMap<string, RelatedMemory>;
  /** Tokens of the window's own text as it was said, and of the message, both estimated. */
  newTokens: number;
  messageTokens: number;
}

const CONTEXT_CHARS = 300;
const RELATED_CHARS = 160;
/** Tags and line ends around the lines. */
const FRAME_TOKENS = 12;

/**
 * Numbers instead of ids (an id costs twenty tokens), one line a turn. What comes along for understanding has what is left of
 * {@link WINDOW_LIMITS.overhead} × the new text: the nearest turns before first, then related memories.
 */
export function capturePrompt({ turns, context, related }: PromptInput): CapturePrompt {
  const newTokens = turns.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const before = context.slice(-WINDOW_LIMITS.contextTurns);
  const lines = turns.map((turn, index) => `t${before.length + index + 1} ${showTurn(turn)}`);
  let left = Math.floor(newTokens * WINDOW_LIMITS.overhead) - FRAME_TOKENS - tokensOf(lines);
  const take = (line: string): boolean => {
    const cost = estimateTokens(`${line}\n`);
    if (cost > left) return false;
    left -= cost;
    return true;
  };
  const numbered = before.map((turn, index) => ({ label: `t${index + 1}`, turn }));
  const shownBefore = takeWhile(numbered.toReversed(), ({ label, turn }) => take(`${label} ${showTurn(turn, CONTEXT_CHARS)}`)).toReversed();
  const shownKnown = takeWhile(related.slice(0, WINDOW_LIMITS.related).map((memory, index) => ({ label: `m${index + 1}`, memory })), (one) => take(knownLine(one)));
  const message = [
    ...tagged("before", shownBefore.map(({ label, turn }) => `${label} ${showTurn(turn, CONTEXT_CHARS)}`)),
    ...tagged("known", shownKnown.map(knownLine)),
    ...tagged("new", lines),
  ].join("\n");
  return {
    fixed: CAPTURE_INSTRUCTIONS,
    message,
    turns: new Map([...shownBefore.map(({ label, turn }): [string, Turn] => [label, turn]), ...turns.map((turn, index): [string, Turn] => [`t${before.length + index + 1}`, turn])]),
    memories: new Map(shownKnown.map(({ label, memory }) => [label, memory])),
    newTokens,
    messageTokens: estimateTokens(message),
  };
}

const knownLine = ({ label, memory }: { label: string; memory: RelatedMemory }): string => `${label} ${escapeForPrompt(memory.text.slice(0, RELATED_CHARS))}`;
const tokensOf = (lines: readonly string[]): number => estimateTokens(lines.join("\n"));
const tagged = (name: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [`<${name}>`, ...lines, `</${name}>`]);

function takeWhile<Item>(items: readonly Item[], accepts: (item: Item) => boolean): Item[] {
  const end = items.findIndex((item) => !accepts(item));
  return end === -1 ? [...items] : items.slice(0, end);
}
