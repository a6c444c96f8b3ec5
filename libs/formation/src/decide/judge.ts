import type { Llm } from "@memory-cortex/llm";
import { CortexError } from "@memory-cortex/models";
import { escapeForPrompt } from "@memory-cortex/text";
import { z } from "zod";

import { redactSecrets } from "../clean/redact-secrets.ts";
import { JUDGE_INSTRUCTIONS } from "./judge-instructions.ts";
import { VERDICTS } from "./weigh-verdict.ts";
import type { Verdict } from "./weigh-verdict.ts";

/** Two statements to be judged, each with when it was said, epoch milliseconds. */
export interface JudgedPair {
  older: string;
  newer: string;
  olderAt: number;
  newerAt: number;
}

export interface JudgeOptions {
  llm: Pick<Llm, "complete">;
  signal?: AbortSignal;
  /** {@link JUDGE_LIMIT_MS} unless something else. */
  limitMs?: number;
}

/** A window waits no longer for its judge; rules decide then. */
export const JUDGE_LIMIT_MS = 20_000;
/** Of one call; the nearest pairs of a window come first. */
export const MOST_JUDGED_PAIRS = 60;
const LONGEST_SHOWN = 300;
const TOKENS_PER_PAIR = 24;
const FEWEST_TOKENS = 256;

/** Verdicts on pairs by their number, 1 for the first. */
export const judgeAnswer = z.object({ verdicts: z.array(z.object({ pair: z.number().int(), verdict: z.enum(VERDICTS) })) });

/**
 * One call on all pairs. The answer is untrusted: what names no pair, or one pair twice in two ways, is passed over. Every failure but an
 * abort by the caller gives no verdicts, and rules decide alone.
 */
export async function judgePairs(pairs: readonly JudgedPair[], { llm, signal, limitMs = JUDGE_LIMIT_MS }: JudgeOptions): Promise<(Verdict | null)[]> {
  const none = pairs.map(() => null);
  if (pairs.length === 0) return none;
  const limit = AbortSignal.timeout(limitMs);
  const asked = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    const content = await questionOf(pairs);
    const maxTokens = Math.max(FEWEST_TOKENS, pairs.length * TOKENS_PER_PAIR);
    const { value } = await llm.complete({ purpose: "judge", system: [{ text: JUDGE_INSTRUCTIONS, cached: true }], messages: [{ role: "user", content }], schema: judgeAnswer, maxTokens, signal: asked });
    return verdictsIn(value, pairs.length);
  } catch (error) {
    if (signal?.aborted === true || !CortexError.isInstance(error)) throw error;
    return none;
  }
}

async function questionOf(pairs: readonly JudgedPair[]): Promise<string> {
  const shown = async (text: string): Promise<string> => escapeForPrompt((await redactSecrets(text)).slice(0, LONGEST_SHOWN));
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const lines = await Promise.all(pairs.map(async ({ older, newer, olderAt, newerAt }, index) => `<pair number="${index + 1}"><older said="${day(olderAt)}">${await shown(older)}</older><newer said="${day(newerAt)}">${await shown(newer)}</newer></pair>`));
  return lines.join("\n");
}

function verdictsIn({ verdicts }: z.output<typeof judgeAnswer>, count: number): (Verdict | null)[] {
  const said = Array.from({ length: count }, () => new Set<Verdict>());
  for (const { pair, verdict } of verdicts) said[pair - 1]?.add(verdict);
  return said.map((all) => (all.size === 1 ? [...all][0]! : null));
}
