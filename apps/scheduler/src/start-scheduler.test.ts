import { createLogger } from "@memory-cortex/telemetry";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { startScheduler } from "./start-scheduler.ts";

const log = createLogger({ level: "silent" });

describe("startScheduler", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("looks for unfinished work at start and every interval until it is stopped", () => {
    const woken: string[] = [];
    const scheduler = startScheduler({ queue: { enqueue: async (name) => void woken.push(name) }, reconcileMs: 60_000, log });
    expect(woken).toEqual(["reconcile"]);
    vi.advanceTimersByTime(120_000);
    expect(woken).toHaveLength(3);
    scheduler.stop();
    vi.advanceTimersByTime(120_000);
    expect(woken).toHaveLength(3);
  });

  it("goes on after a wake that failed", async () => {
    let calls = 0;
    const scheduler = startScheduler({ queue: { enqueue: async () => { calls += 1; throw new Error("queue gone"); } }, reconcileMs: 1_000, log });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(calls).toBe(3);
    scheduler.stop();
  });
});
