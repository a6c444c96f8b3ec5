import type { Ask } from "../../server-shape/shape-client.ts";
import { SESSION_TURNS } from "../corpus.ts";
import type { Corpus } from "../corpus.ts";
import { messageOf } from "../speed/filled-home.ts";

export interface SendWish {
  ask: Ask;
  corpus: Corpus;
  user: string;
  /** First turn of the corpus, and how many. */
  from: number;
  turns: number;
  /** Captured without waiting for silence. */
  atOnce?: boolean;
}

/** Sends turns into a realm, session by session. */
export async function sendTurns({ ask, corpus, user, from, turns, atOnce = false }: SendWish): Promise<void> {
  for (let sent = 0; sent < turns; sent += SESSION_TURNS) {
    const messages = Array.from({ length: Math.min(SESSION_TURNS, turns - sent) }, (_, index) => messageOf(corpus, from + sent + index));
    const { status, text } = await ask("/ingest", { json: { user_id: user, session_id: `session-${from + sent}`, messages, ...(atOnce ? { debounce: false } : {}) } });
    if (status !== 202) throw new Error(`/ingest answered ${status}: ${text.slice(0, 300)}`);
  }
}

const FLUSH_MS = 60_000;
const MOST_FLUSHES = 60;

/** Waits until nothing of a user is left to capture or to embed. */
export async function settled(ask: Ask, user: string): Promise<void> {
  for (let round = 0; round < MOST_FLUSHES; round += 1) {
    const answer = await ask("/v1/flush", { json: { user_id: user, timeout_ms: FLUSH_MS }, limitMs: 2 * FLUSH_MS });
    if ((answer.body as { done?: boolean }).done === true) return;
  }
  throw new Error("The service did not finish its work in an hour.");
}
