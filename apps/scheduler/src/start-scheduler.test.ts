import { createLogger } from "@memory-cortex/telemetry";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { RecurringJob } from "./recurring-jobs.ts";
import { startScheduler } from "./start-scheduler.ts";

const log = createLogger({ level: "silent" });
const jobs: RecurringJob[] = [{ name: "reconcile", everyMs: 60_000 }, { name: "expire", everyMs: 3_600_000 }];

describe("startScheduler", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("looks for unfinished work at start and every interval until it is stopped", () => {
    const woken: string[] = [];
    const scheduler = startScheduler({ queue: { enqueue: async (name) => void woken.push(name) }, jobs, log });
    expect(woken).toEqual(["reconcile", "expire"]);
    vi.advanceTimersByTime(120_000);
    expect(woken.slice(2)).toEqual(["reconcile", "reconcile"]);
    scheduler.stop();
    vi.advanceTimersByTime(3_600_000);
    expect(woken).toHaveLength(4);
  });

  it("looks first when what goes before is over, or has taken too long", async () => {
    const wakes = (after: Promise<unknown>): { count: number; stop(): void } => {
      const woken = { count: 0, stop: () => scheduler.stop() };
      const scheduler = startScheduler({ queue: { enqueue: async () => void (woken.count += 1) }, jobs, log, after });
      return woken;
    };
    const before = Promise.withResolvers<undefined>();
    const all = [wakes(before.promise), wakes(Promise.reject(new Error("in vain"))), wakes(new Promise(() => undefined)), wakes(before.promise)];
    all[3]!.stop();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(all.map(({ count }) => count)).toEqual([0, 2, 0, 0]);
    before.resolve(undefined);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(all.map(({ count }) => count)).toEqual([2, 2, 2, 0]);
    for (const each of all) each.stop();
  });

  it("goes on after a wake that failed", async () => {
    let calls = 0;
    const scheduler = startScheduler({ queue: { enqueue: async () => { calls += 1; throw new Error("queue gone"); } }, jobs: [{ name: "reconcile", everyMs: 1_000 }], log });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(calls).toBe(3);
    scheduler.stop();
  });
});
