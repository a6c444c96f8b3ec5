import type { Llm, SystemPart } from "@memory-cortex/llm";
import type { Turn } from "@memory-cortex/models";

import { redactSecrets } from "../../clean/redact-secrets.ts";
import type { CaptureCandidate, CaptureInput } from "../candidate.ts";
import { liveTurns } from "../live-turns.ts";
import { captureAnswer } from "./answer-schema.ts";
import { capturePrompt } from "./prompt.ts";
import type { CapturePrompt, RelatedMemory } from "./prompt.ts";
import { readAnswer } from "./read-answer.ts";
import type { Refused } from "./refusal.ts";
import { readTurn } from "./support/turn-reading.ts";
import type { TurnReading } from "./support/turn-reading.ts";

export interface LlmCaptureInput extends CaptureInput {
  llm: Pick<Llm, "complete">;
  /** Memories that look related, the nearest first. */
  related?: readonly RelatedMemory[];
  signal?: AbortSignal;
}

export interface LlmCapture {
  candidates: CaptureCandidate[];
  /** What the model proposed besides, and why it is not believed. */
  refused: Refused[];
}

const TOKENS_PER_TURN = 160;
const FEWEST_TOKENS = 800;
const MOST_TOKENS = 6_000;

/**
 * What a language model finds worth remembering in a window, in one call. Its answer is believed only as far as the turns that it names
 * say the same. Throws what the model's port throws (`llm_…`, `timeout`, `aborted`); nothing is half done then.
 */
export async function captureByLlm({ llm, turns, context, related = [], signal }: LlmCaptureInput): Promise<LlmCapture> {
  const clean = await withoutSecrets({ turns, context, related });
  const prompt = capturePrompt(clean);
  const maxTokens = Math.min(MOST_TOKENS, Math.max(FEWEST_TOKENS, turns.length * TOKENS_PER_TURN));
  const { value } = await llm.complete({ purpose: "capture", system: systemOf(prompt), messages: [{ role: "user", content: prompt.message }], schema: captureAnswer, maxTokens, signal });
  const read = readAnswer(value, answerContext(prompt, clean));
  return refuseSecrets(read);
}

const systemOf = ({ fixed }: CapturePrompt): SystemPart[] => [{ text: fixed, cached: true }];

interface Window {
  turns: readonly Turn[];
  context: readonly Turn[];
  related: readonly RelatedMemory[];
}

/** They were redacted when they came in; what a later version of the redaction knows must not leave the house either. */
async function withoutSecrets({ turns, context, related }: Window): Promise<Window> {
  const redacted = async <Item extends { text: string }>(item: Item): Promise<Item> => ({ ...item, text: await redactSecrets(item.text) });
  return { turns: await Promise.all(turns.map(redacted)), context: await Promise.all(context.map(redacted)), related: await Promise.all(related.map(redacted)) };
}

function answerContext(prompt: CapturePrompt, { turns, context }: Window): Parameters<typeof readAnswer>[1] {
  const seen = [...context, ...turns];
  const isLive = liveTurns(seen);
  const places = new Map(seen.map((turn, index) => [turn.id, index]));
  const fresh = new Set(turns.map(({ id }) => id));
  const readings = new Map<string, TurnReading>();
  return {
    prompt,
    isNew: ({ id }) => fresh.has(id),
    before: ({ id }) => seen[(places.get(id) ?? 0) - 1] ?? null,
    read(turn) {
      const known = readings.get(turn.id);
      if (known !== undefined) return known;
      const reading = readTurn(turn, { live: isLive(turn) });
      readings.set(turn.id, reading);
      return reading;
    },
  };
}

const REDACTED = /\[redacted:/;

/** A candidate that holds a secret, or the place of one, says nothing that should be remembered. */
async function refuseSecrets({ candidates, refused }: LlmCapture): Promise<LlmCapture> {
  const kept: CaptureCandidate[] = [];
  const secret: Refused[] = [];
  for (const candidate of candidates) {
    const text = JSON.stringify([candidate.text, candidate.topic, candidate.facts, candidate.entities]);
    const redacted = await redactSecrets(text);
    if (redacted === text && !REDACTED.test(text)) kept.push(candidate);
    else secret.push({ text: (await redactSecrets(candidate.text)).slice(0, candidate.text.length), reason: "secret" });
  }
  return { candidates: kept, refused: [...(await Promise.all(refused.map(async (one) => ({ ...one, text: await redactSecrets(one.text) })))), ...secret] };
}
