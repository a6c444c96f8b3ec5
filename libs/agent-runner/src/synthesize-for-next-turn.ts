import { CortexClientError } from "@memory-cortex/client";

import type { RunnerClient } from "./runner-context.ts";
import type { MemorySessionEntry, RunnerLog } from "./session-entry.ts";

export interface SynthesisParts {
  client: RunnerClient;
  log: RunnerLog;
  /** When the recall was asked for that this narrative goes on from, epoch milliseconds. */
  askedAt: number;
  now: () => number;
}

/** A language model may take this long; nobody waits for it. */
const TIMEOUT_MS = 30_000;
/** Fewer characters tell nothing. */
const LEAST_RESPONSE = 10;

/** Makes a narrative on the question beside the running turn and keeps it in the session entry, unless another recall came in between. Never rejects. */
export async function synthesizeForNextTurn(entry: MemorySessionEntry, question: { query: string; user_id: string }, { client, log, askedAt, now }: SynthesisParts): Promise<void> {
  try {
    const { response, memories_used: used } = await client.legacyRecall(question, { timeoutMs: TIMEOUT_MS, retries: 0 });
    if (used === 0 || response.trim().length < LEAST_RESPONSE || entry.memoryCortexRecalledAt !== askedAt) return;
    entry.memoryCortexSynthesis = { query: question.query, response: response.trim(), cachedAt: now() };
  } catch (error) {
    log.debug(`memory-cortex: no narrative for the next turn: ${CortexClientError.isInstance(error) ? error.code : "internal"}`);
  }
}
