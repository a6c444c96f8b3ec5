import { queueConformance } from "@memory-cortex/queue/conformance";
import type { JobHandlers } from "@memory-cortex/queue";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { createLocalQueue } from "./local-queue.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const clock = { now: () => Date.now() };

queueConformance("local", async () => ({
  queue: createLocalQueue({ clock, random: () => 0.5 }),
  pass: async (ms) => {
    await vi.advanceTimersByTimeAsync(ms);
  },
}));

describe("createLocalQueue", () => {
  it("runs no more jobs of a name than it may, and no more in all", async () => {
    const running: string[] = [];
    let most = 0;
    const work = (name: string) => async () => {
      running.push(name);
      most = Math.max(most, running.length);
      expect(running.filter((one) => one === "embed").length).toBeLessThanOrEqual(1);
      expect(running.filter((one) => one === "capture").length).toBeLessThanOrEqual(2);
      await new Promise((resolve) => setTimeout(resolve, 100));
      running.splice(running.indexOf(name), 1);
      return { outcome: "success" } as const;
    };
    const queue = createLocalQueue({ clock });
    await queue.start({ capture: work("capture"), embed: work("embed"), synthesize: work("synthesize"), improve: work("improve"), expire: work("expire"), reconcile: work("reconcile") } satisfies JobHandlers);
    for (let user = 0; user < 6; user += 1) {
      await queue.enqueue("embed", { user_id: `u${user}` });
      await queue.enqueue("capture", { user_id: `u${user}`, session_id: "s", namespace: "global" });
      await queue.enqueue("reconcile", { user_id: `u${user}` });
    }
    expect((await queue.depth()).embed).toMatchObject({ active: 1, waiting: 5 });
    await vi.advanceTimersByTimeAsync(10_000);
    await queue.idle();
    expect(most).toBe(3);
    expect((await queue.depth()).capture).toMatchObject({ active: 0, waiting: 0 });
  });

  it("does not put off a job that is due already, nor one that waits for its next attempt", async () => {
    const queue = createLocalQueue({ clock, random: () => 0.5 });
    let runs = 0;
    const fails = async () => {
      runs += 1;
      return { outcome: "failed", code: "timeout" } as const;
    };
    await queue.enqueue("embed", { user_id: "ada" });
    await queue.enqueue("embed", { user_id: "ada" }, { debounceMs: 60_000 });
    await queue.start({ capture: fails, embed: fails, synthesize: fails, improve: fails, expire: fails, reconcile: fails });
    await vi.advanceTimersByTimeAsync(10);
    expect(runs).toBe(1);
    await queue.enqueue("embed", { user_id: "ada" }, { debounceMs: 60_000 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(runs).toBe(2);
  });
});

describe("a queue with very many jobs", () => {
  it("starts each as quickly as a few: those that somebody waits for first, then by priority, then in order", { timeout: 10_000 }, async () => {
    const order: string[] = [];
    const queue = createLocalQueue({ clock, totalConcurrency: 1 });
    const note = (name: string) => async ({ user_id }: { user_id?: string | undefined }) => {
      order.push(`${name} ${user_id}`);
      return { outcome: "success" } as const;
    };
    const jobs = 30_000;
    for (let user = 0; user < jobs; user += 1) await queue.enqueue("embed", { user_id: `u${user}` });
    // One that is enqueued again keeps its place.
    await queue.enqueue("embed", { user_id: "u0" });
    await queue.enqueue("capture", { user_id: "first", session_id: "s", namespace: "global" });
    const awaited = queue.runNow("embed", { user_id: `u${jobs - 1}` });
    await queue.start({ capture: note("capture"), embed: note("embed"), synthesize: note("synthesize"), improve: note("improve"), expire: note("expire"), reconcile: note("reconcile") });
    await awaited;
    await queue.idle();
    expect(order.slice(0, 4)).toEqual([`embed u${jobs - 1}`, "capture first", "embed u0", "embed u1"]);
    expect(order).toHaveLength(jobs + 1);
  });
});
