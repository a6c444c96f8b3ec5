import { CortexError } from "@memory-cortex/models";
import { createLogger } from "@memory-cortex/telemetry";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { lead } from "./lead.ts";
import type { Leading, LeasingQueue } from "./lead.ts";

const log = createLogger({ level: "silent" });
const jobs = [{ name: "reconcile", everyMs: 60_000 }] as const;

/** A queue with one lease, which can be away. */
function leasingQueue() {
  const held: { holder: string | null; until: number } = { holder: null, until: 0 };
  const calls: string[] = [];
  const queue: LeasingQueue & { away: boolean } = {
    away: false,
    async lease(_name, { holder, ttlMs }) {
      if (queue.away) throw new CortexError("queue_unavailable");
      if (held.holder !== holder && Date.now() < held.until) return false;
      Object.assign(held, { holder, until: Date.now() + ttlMs });
      return true;
    },
    async releaseLease(_name, holder) {
      if (held.holder === holder) held.until = 0;
    },
    repeat: async (name) => void calls.push(`repeat ${name} by ${held.holder ?? ""}`),
    enqueue: async (name) => void calls.push(`enqueue ${name} by ${held.holder ?? ""}`),
  };
  return { queue, calls };
}

const leads = (leading: Leading): unknown => leading.state().details?.["leads"];

describe("lead", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("lets one of two lead, who looks for unfinished work and keeps what recurs standing", async () => {
    const { queue, calls } = leasingQueue();
    const [one, other] = ["one", "other"].map((holder) => lead({ queue, holder, jobs, log }));
    await vi.advanceTimersByTimeAsync(12_000);
    expect([leads(one!), leads(other!)]).toEqual([true, false]);
    expect(calls).toEqual(["repeat reconcile by one", "enqueue reconcile by one", "repeat reconcile by one", "repeat reconcile by one"]);
    await Promise.all([one!.stop(), other!.stop()]);
  });

  it("is followed at once by another when it stops, and soon when it dies", async () => {
    const { queue } = leasingQueue();
    const [first, second] = ["first", "second"].map((holder) => lead({ queue, holder, jobs, log }));
    await vi.advanceTimersByTimeAsync(1_000);
    await first!.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(leads(second!)).toBe(true);
    const third = lead({ queue, holder: "third", jobs, log });
    vi.spyOn(queue, "releaseLease").mockRejectedValue(new CortexError("queue_unavailable"));
    await second!.stop();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(leads(third)).toBe(true);
    await third.stop();
  });

  it("tries again while the queue is away", async () => {
    const { queue, calls } = leasingQueue();
    queue.away = true;
    const leading = lead({ queue, holder: "one", jobs, log });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([leads(leading), calls]).toEqual([false, []]);
    queue.away = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(leads(leading)).toBe(true);
    await leading.stop();
  });
});
