import { SESSION_TURNS } from "../corpus.ts";
import { messageOf } from "../speed/filled-home.ts";
import { latencyOf } from "../speed/latency.ts";
import type { Latency } from "../speed/latency.ts";
import { sendTurns, settled } from "./send-turns.ts";
import type { ServerWish } from "./server-wish.ts";

export interface Pair {
  idle: Latency;
  ingesting: Latency;
}

export interface LatencyFigures {
  size: number;
  /** Recall with the product's own deadline, one client, no question asked twice. */
  recall: Pair;
  /** `/ingest` of a user's and an assistant's turn. */
  acknowledgement: Pair;
  /** Recalls with a part that was late, and their number. */
  late: { idle: number; ingesting: number; of: number };
  /** Turns a second that were acknowledged to the other clients meanwhile. */
  turnsPerSecond: number;
}

export interface LatencyWish extends ServerWish {
  size: number;
  queries: number;
}

const USER = "bench";
const ROUNDS = 4;
const SENDERS = 2;
const WARMING = 40;
/** The database plans each statement at its first use. */
const WARMING_DEADLINE_MS = 10_000;

type Times = Record<"idle" | "ingesting", number[]>;

/** Times while nothing else happens and while others send turns of another user as fast as they are taken, with capture at once; the two in turn, so that drift hits both. */
export async function measureLatency(wish: LatencyWish): Promise<LatencyFigures> {
  const { shape: { ask }, corpus, size, queries, progress } = wish;
  progress(`filling ${size} turns`);
  await Promise.all([0, 1].map((half) => sendTurns({ ask, corpus, user: USER, from: half * Math.ceil(size / 2), turns: Math.ceil(size / 2) })));
  await settled(ask, USER);
  const times = { recall: { idle: [], ingesting: [] } as Times, acknowledgement: { idle: [], ingesting: [] } as Times };
  const late = { idle: 0, ingesting: 0 };
  const run = Date.now();
  let turn = 0;

  async function recall(more: { deadline_ms?: number } = {}): Promise<{ milliseconds: number; isLate: boolean }> {
    const answer = await ask("/v1/recall", { json: { user_id: USER, query: corpus.question(wish.nextQuestion()), ...more } });
    if (answer.status !== 200) throw new Error(`/v1/recall answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    return { milliseconds: answer.milliseconds, isLate: (answer.body as { degraded: { reason: string }[] }).degraded.some(({ reason }) => reason === "late") };
  }
  async function acknowledgement(): Promise<number> {
    const messages = [0, 1].map((offset) => ({ ...messageOf(corpus, size + turn + offset), id: `a${run}-${turn + offset}`, timestamp: run + turn + offset }));
    turn += 2;
    const { status, text, milliseconds } = await ask("/ingest", { json: { user_id: USER, session_id: `acknowledged-${run}`, messages } });
    if (status !== 202) throw new Error(`/ingest answered ${status}: ${text.slice(0, 300)}`);
    return milliseconds;
  }
  async function round(state: "idle" | "ingesting"): Promise<void> {
    for (let count = 0; count < Math.ceil(queries / ROUNDS); count += 1) {
      const { milliseconds, isLate } = await recall();
      times.recall[state].push(milliseconds);
      if (isLate) late[state] += 1;
      times.acknowledgement[state].push(await acknowledgement());
    }
  }

  progress("asking");
  for (let count = 0; count < WARMING; count += 1) await recall({ deadline_ms: WARMING_DEADLINE_MS });
  let [sent, seconds] = [0, 0];
  for (let number = 0; number < ROUNDS; number += 1) {
    await round("idle");
    const others = startSenders(wish, { user: "writer", from: size + number * 1_000_000 });
    const start = performance.now();
    await round("ingesting");
    seconds += (performance.now() - start) / 1_000;
    sent += await others.stop();
    await settled(ask, "writer");
    await settled(ask, USER);
  }
  const pair = (kept: Times): Pair => ({ idle: latencyOf(kept.idle), ingesting: latencyOf(kept.ingesting) });
  return { size, recall: pair(times.recall), acknowledgement: pair(times.acknowledgement), late: { ...late, of: times.recall.idle.length }, turnsPerSecond: sent / seconds };
}

/** Several clients that never pause, until told to stop; then how many turns they got acknowledged. */
function startSenders({ shape: { ask }, corpus }: ServerWish, { user, from }: { user: string; from: number }): { stop(): Promise<number> } {
  let running = true;
  let sent = 0;
  const sender = async (number: number): Promise<void> => {
    for (let batch = 0; running; batch += 1) {
      await sendTurns({ ask, corpus, user, from: from + (number * 10_000 + batch) * SESSION_TURNS, turns: SESSION_TURNS, atOnce: true });
      if (running) sent += SESSION_TURNS;
    }
  };
  const senders = Promise.all(Array.from({ length: SENDERS }, (_, number) => sender(number)));
  return {
    async stop() {
      running = false;
      await senders;
      return sent;
    },
  };
}
