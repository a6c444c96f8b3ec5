import { setTimeout as wait } from "node:timers/promises";

import { systemClock, wholeUser } from "@memory-cortex/models";
import { createBullmqQueue } from "@memory-cortex/queue-bullmq";
import type { BullmqQueue } from "@memory-cortex/queue-bullmq";
import { openBoltStore } from "@memory-cortex/store-bolt";
import type { Store } from "@memory-cortex/store";

import { sendTurns } from "./send-turns.ts";
import type { ServerWish } from "./server-wish.ts";

export interface ThroughputFigures {
  workers: number;
  turns: number;
  /** Mean of the runs, a second: captured, and captured with vectors. */
  captured: number;
  searchable: number;
}

export interface ThroughputWish extends ServerWish {
  /** Numbers of workers to measure. */
  workers: readonly number[];
  turns: number;
}

/** Writes of one user follow one another, so that one user alone would show nothing of more workers. */
const USERS = 8;
const POLL_MS = 50;
const LIMIT_MS = 30 * 60_000;

/** How fast a backlog is worked off: turns are sent while the queue is paused, then it goes on. Each number of workers twice, there and back, so that drift hits all. */
export async function measureThroughput(wish: ThroughputWish): Promise<ThroughputFigures[]> {
  const { shape, workers, turns } = wish;
  const queue = createBullmqQueue({ url: shape.redis.url, clock: systemClock });
  const store = await openBoltStore({ url: `bolt://${shape.bolt.address}`, clock: systemClock });
  const runs: Omit<ThroughputFigures, "turns">[] = [];
  try {
    for (const [run, count] of [...workers, ...workers.toReversed()].entries()) runs.push({ workers: count, ...(await measureRun(wish, { queue, store, run, count })) });
  } finally {
    await queue.admin.resume();
    await queue.close({ graceMs: 0 });
    await store.close();
  }
  return workers.map((count) => {
    const own = runs.filter((figures) => figures.workers === count);
    const mean = (name: "captured" | "searchable"): number => own.reduce((sum, figures) => sum + figures[name], 0) / own.length;
    return { workers: count, turns, captured: mean("captured"), searchable: mean("searchable") };
  });
}

async function measureRun(wish: ThroughputWish, { queue, store, run, count }: { queue: BullmqQueue; store: Store; run: number; count: number }): Promise<{ captured: number; searchable: number }> {
  const { shape, corpus, turns, progress } = wish;
  await runWorkers(wish, count);
  await queue.admin.pause();
  const users = Array.from({ length: USERS }, (_, index) => `throughput-${run}-${index}`);
  const share = Math.ceil(turns / USERS);
  await Promise.all(users.map((user, index) => sendTurns({ ask: shape.ask, corpus, user, from: (run * USERS + index) * share, turns: share, atOnce: true })));
  const start = performance.now();
  await queue.admin.resume();
  const isCaptured = async (): Promise<boolean> => (await Promise.all(users.map((user) => store.openWindows(wholeUser(user))))).every((windows) => windows.length === 0);
  const isSearchable = async (): Promise<boolean> => (await Promise.all(users.map((user) => store.spaces(wholeUser(user))))).every((spaces) => spaces.length > 0 && spaces.every(({ missing }) => missing === 0));
  const capturedSeconds = await secondsUntil(isCaptured, start);
  const searchableSeconds = await secondsUntil(isSearchable, start);
  progress(`${count} workers: ${(turns / capturedSeconds).toFixed(0)} turns/s captured, ${(turns / searchableSeconds).toFixed(0)} turns/s with vectors`);
  return { captured: turns / capturedSeconds, searchable: turns / searchableSeconds };
}

async function secondsUntil(holds: () => Promise<boolean>, start: number): Promise<number> {
  while (!(await holds())) {
    if (performance.now() - start > LIMIT_MS) throw new Error("The workers did not finish in half an hour.");
    await wait(POLL_MS);
  }
  return (performance.now() - start) / 1_000;
}

/** So many workers run, and no more. */
async function runWorkers({ shape }: ServerWish, count: number): Promise<void> {
  while (shape.of("worker").length < count) await shape.another("worker");
  const all = shape.of("worker");
  await Promise.all(all.map((worker, index) => (index < count ? worker.start() : worker.child.stop())));
}
