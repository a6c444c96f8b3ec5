import { CortexError } from "@memory-cortex/models";
import { afterEach, describe, expect, it } from "vitest";

import { JOBS } from "../index.ts";
import type { Queue } from "../index.ts";
import { PAYLOAD_FIXTURES } from "./payload-fixtures.ts";
import { recordingHandlers } from "./recording-handlers.ts";

export { PAYLOAD_FIXTURES } from "./payload-fixtures.ts";

export interface QueueUnderTest {
  queue: Queue;
  /** Lets this much time pass and everything that falls due in it happen. */
  pass(ms: number): Promise<void>;
  dispose?(): Promise<void>;
}

/** A capability that a driver may lack; the reason is printed. */
export type QueueSkips = Partial<Record<"priorities", string>>;

const ADA = { user_id: "ada" };
const SESSION = { user_id: "ada", session_id: "s", namespace: "global" };

/** Waits for what the queue does by itself, without the test's time passing. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 10_000; turn += 1) if (await isTrue()) return;
}

/** What every queue driver has to do, whatever it is made of. Each case gets a queue of its own. */
export function queueConformance(driver: string, create: () => Promise<QueueUnderTest>, skips: QueueSkips = {}): void {
  describe(`queue conformance: ${driver}`, () => {
    let current: QueueUnderTest | null = null;
    afterEach(async () => {
      await current?.queue.close({ graceMs: 0 });
      await current?.dispose?.();
      current = null;
    });
    const fresh = async () => {
      current = await create();
      return { ...current, ...recordingHandlers(new CortexError("store_unavailable")) };
    };

    describe("payloads", () => {
      it.each(PAYLOAD_FIXTURES)("reads a $name payload of $since", async ({ name, written, read }) => {
        const { queue, pass, handlers, attempts } = await fresh();
        await queue.start(handlers);
        await queue.enqueue(name, written as never);
        await pass(10);
        expect(attempts).toMatchObject([{ name, payload: read, attempt: 1 }]);
      });

      it("refuses a payload that does not fit", async () => {
        const { queue } = await fresh();
        await expect(queue.enqueue("embed", { user_id: 7 } as never)).rejects.toMatchObject({ code: "payload_invalid" });
        await expect(queue.runNow("capture", {} as never)).rejects.toMatchObject({ code: "payload_invalid" });
      });
    });

    describe("handlers", () => {
      it("refuses to start while a name has none", async () => {
        const { queue, handlers } = await fresh();
        await expect(queue.start({ embed: handlers.embed })).rejects.toMatchObject({ code: "handler_missing" });
      });

      it("refuses a second start: a name has one handler", async () => {
        const { queue, handlers } = await fresh();
        await queue.start(handlers);
        await expect(queue.start(handlers)).rejects.toMatchObject({ code: "handler_missing" });
      });

      it("runs what was enqueued before the start", async () => {
        const { queue, pass, handlers, attempts } = await fresh();
        await queue.enqueue("embed", ADA);
        await pass(10);
        expect(attempts).toEqual([]);
        await queue.start(handlers);
        await pass(10);
        expect(attempts).toHaveLength(1);
      });
    });

    describe("what caused a job", () => {
      it("stays with a job that is enqueued once more without one", async () => {
        const { queue, pass, handlers, attempts } = await fresh();
        await queue.start(handlers);
        for (const cause of [{ cause: "request" }, {}]) await queue.enqueue("capture", SESSION, { debounceMs: 100, maxWaitMs: 1_000, ...cause });
        await pass(300);
        expect(attempts.map(({ cause }) => cause)).toEqual(["request"]);
      });

      it("reaches the handler with the job's name, that of the last enqueue", async () => {
        const { queue, pass, handlers, attempts } = await fresh();
        await queue.start(handlers);
        for (const cause of ["first", "second"]) await queue.enqueue("capture", SESSION, { debounceMs: 100, maxWaitMs: 1_000, cause });
        await pass(300);
        const outcome = queue.runNow("embed", ADA, { cause: "third" });
        await pass(50);
        await outcome;
        await queue.enqueue("reconcile", {});
        await pass(50);
        expect(attempts.map(({ name, cause }) => [name, cause])).toEqual([["capture", "second"], ["embed", "third"], ["reconcile", undefined]]);
        for (const { jobId } of attempts) expect(jobId).toEqual(expect.stringMatching(/./));
      });
    });

    describe("debounce", () => {
      it("waits, and each further call starts the wait anew", async () => {
        const { queue, pass, handlers, attempts } = await fresh();
        await queue.start(handlers);
        for (let call = 0; call < 3; call += 1) {
          await queue.enqueue("capture", SESSION, { debounceMs: 1_000, maxWaitMs: 10_000 });
          await pass(700);
        }
        expect(attempts).toEqual([]);
        expect((await queue.depth()).capture).toMatchObject({ delayed: 1, waiting: 0, active: 0 });
        await pass(400);
        expect(attempts).toHaveLength(1);
      });

      it("but never beyond the longest wait", async () => {
        const { queue, pass, handlers, attempts } = await fresh();
        await queue.start(handlers);
        for (let call = 0; call < 4; call += 1) {
          await queue.enqueue("capture", SESSION, { debounceMs: 1_000, maxWaitMs: 2_000 });
          await pass(600);
        }
        expect(attempts).toHaveLength(1);
      });

      it("is over at once when the same job is enqueued without one", async () => {
        const { queue, pass, handlers, attempts } = await fresh();
        await queue.start(handlers);
        await queue.enqueue("capture", SESSION, { debounceMs: 60_000 });
        await queue.enqueue("capture", SESSION);
        await pass(10);
        expect(attempts).toHaveLength(1);
        expect((await queue.depth()).capture).toMatchObject({ delayed: 0, waiting: 0 });
      });
    });

    describe("keys", () => {
      it("runs jobs of one key once, of different keys each", async () => {
        const { queue, pass, handlers, attempts } = await fresh();
        await queue.enqueue("embed", ADA);
        await queue.enqueue("embed", ADA);
        await queue.enqueue("embed", { user_id: "bob" });
        await queue.start(handlers);
        await pass(10);
        expect(attempts.map(({ payload }) => payload)).toEqual([ADA, { user_id: "bob" }]);
      });

      it("never runs two of one key at a time; one enqueued during a run runs once more", async () => {
        const { queue, pass, handlers, attempts, hold, release } = await fresh();
        await queue.start(handlers);
        hold();
        await queue.enqueue("capture", SESSION);
        await pass(10);
        await queue.enqueue("capture", SESSION);
        await queue.enqueue("capture", SESSION);
        await pass(10);
        expect(attempts).toHaveLength(1);
        release();
        await pass(10);
        expect(attempts).toHaveLength(2);
      });
    });

    describe("failures", () => {
      it("tries again after a wait that grows, and counts attempts", async () => {
        const { queue, pass, handlers, attempts, results } = await fresh();
        await queue.start(handlers);
        results.push({ outcome: "failed", code: "timeout" }, "throw");
        await queue.enqueue("embed", ADA);
        await pass(10);
        expect(attempts).toHaveLength(1);
        await pass(JOBS.embed.backoffMs * 1.6);
        expect(attempts).toHaveLength(2);
        await pass(JOBS.embed.backoffMs * 0.9);
        expect(attempts).toHaveLength(2);
        await pass(JOBS.embed.backoffMs * 2.3);
        expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
        expect((await queue.depth()).embed).toEqual({ waiting: 0, delayed: 0, active: 0, failed: 0, oldestDueMs: 0 });
      });

      it("puts off no job that waits for its next attempt, nor one that is due", async () => {
        const { queue, pass, handlers, attempts, results } = await fresh();
        await queue.enqueue("embed", ADA);
        await queue.enqueue("embed", ADA, { debounceMs: 60_000 });
        results.push("throw");
        await queue.start(handlers);
        await pass(10);
        expect(attempts).toHaveLength(1);
        await queue.enqueue("embed", ADA, { debounceMs: 60_000 });
        await queue.enqueue("embed", ADA);
        await pass(10);
        expect(attempts).toHaveLength(1);
        await pass(JOBS.embed.backoffMs * 1.6);
        expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2]);
        expect((await queue.depth()).embed).toMatchObject({ waiting: 0, delayed: 0 });
      });

      it("runs again for what was enqueued during a run that failed", async () => {
        const { queue, pass, handlers, attempts, results, hold, release } = await fresh();
        await queue.start(handlers);
        results.push("throw");
        hold();
        await queue.enqueue("embed", ADA);
        await pass(10);
        await queue.enqueue("embed", ADA);
        release();
        await pass(10);
        expect(attempts).toHaveLength(1);
        await pass(JOBS.embed.backoffMs * 1.6);
        expect(attempts.length).toBeGreaterThanOrEqual(2);
        expect((await queue.depth()).embed).toMatchObject({ waiting: 0, delayed: 0, active: 0, failed: 0 });
      });

      it("keeps what failed in every attempt as a dead letter, until it succeeds", async () => {
        const { queue, pass, handlers, attempts, results } = await fresh();
        await queue.start(handlers);
        results.push("throw", "throw", "throw");
        await queue.enqueue("reconcile", {});
        for (let retry = 0; retry < JOBS.reconcile.attempts + 1; retry += 1) await pass(JOBS.reconcile.backoffMs * 4);
        expect(attempts).toHaveLength(JOBS.reconcile.attempts);
        expect((await queue.depth()).reconcile).toMatchObject({ waiting: 0, delayed: 0, failed: 1 });
        await queue.enqueue("reconcile", {});
        await pass(10);
        expect((await queue.depth()).reconcile.failed).toBe(0);
      });

      it("does not try again what was skipped", async () => {
        const { queue, pass, handlers, attempts, results } = await fresh();
        await queue.start(handlers);
        results.push({ outcome: "skipped", reason: "no_model" });
        await queue.enqueue("embed", ADA);
        await pass(10_000);
        expect(attempts).toHaveLength(1);
      });
    });

    describe("runNow", () => {
      it("runs a delayed job at once and gives its outcome", async () => {
        const { queue, pass, handlers, attempts, results } = await fresh();
        await queue.start(handlers);
        await queue.enqueue("capture", SESSION, { debounceMs: 60_000 });
        results.push({ outcome: "skipped", reason: "nothing_open" });
        await expect(queue.runNow("capture", SESSION)).resolves.toEqual({ outcome: "skipped", reason: "nothing_open" });
        await pass(60_000);
        expect(attempts).toHaveLength(1);
      });

      it("runs once more after a run that was under way, which may have missed the newest work", async () => {
        const { queue, pass, handlers, attempts, hold, release } = await fresh();
        await queue.start(handlers);
        hold();
        await queue.enqueue("capture", SESSION);
        await pass(10);
        const awaited = queue.runNow("capture", SESSION);
        release();
        await expect(awaited).resolves.toEqual({ outcome: "success" });
        expect(attempts).toHaveLength(2);
      });

      it("gives a failure too, and does not wait for the retry", async () => {
        const { queue, handlers, results } = await fresh();
        await queue.start(handlers);
        results.push("throw");
        await expect(queue.runNow("embed", ADA)).resolves.toEqual({ outcome: "failed", code: "store_unavailable" });
        expect((await queue.depth()).embed.delayed).toBe(1);
      });

      it("goes before what waits for the same workers", async () => {
        const { queue, pass, handlers, attempts, hold, release } = await fresh();
        await queue.start(handlers);
        hold();
        await queue.enqueue("embed", ADA);
        await pass(10);
        for (const user_id of ["bob", "cleo", "dora"]) await queue.enqueue("embed", { user_id });
        const awaited = [queue.runNow("embed", { user_id: "cleo" }), queue.runNow("embed", { user_id: "emil" })];
        await until(async () => (await queue.depth()).embed.waiting === 4);
        release();
        await Promise.all(awaited);
        await queue.idle();
        const order = attempts.map(({ payload }) => (payload as typeof ADA).user_id);
        expect(order.slice(0, 1)).toEqual(["ada"]);
        expect(new Set(order.slice(1, 3))).toEqual(new Set(["cleo", "emil"]));
        expect(order.slice(3)).toEqual(["bob", "dora"]);
      });

      it("lets an impatient caller go", async () => {
        const { queue, pass, handlers, hold, release } = await fresh();
        await queue.start(handlers);
        hold();
        const controller = new AbortController();
        const awaited = queue.runNow("embed", ADA, { signal: controller.signal });
        const refused = expect(awaited).rejects.toMatchObject({ code: "aborted" });
        await pass(10);
        controller.abort();
        await refused;
        release();
      });
    });

    describe("idle and close", () => {
      it("is idle when nothing is active or due, delayed jobs or not", async () => {
        const { queue, pass, handlers, attempts, hold, release } = await fresh();
        await queue.start(handlers);
        await queue.enqueue("capture", SESSION, { debounceMs: 60_000 });
        await queue.idle();
        hold();
        await queue.enqueue("embed", ADA);
        await pass(10);
        let isIdle = false;
        const idle = queue.idle().then(() => (isIdle = true));
        await pass(10);
        expect(isIdle).toBe(false);
        release();
        await pass(10);
        await idle;
        expect(attempts).toHaveLength(1);
      });

      it("waits for what is active when it closes, then takes nothing more", async () => {
        const { queue, pass, handlers, attempts, hold, release } = await fresh();
        await queue.start(handlers);
        hold();
        await queue.enqueue("embed", ADA);
        await pass(10);
        const closed = queue.close({ graceMs: 5_000 });
        release();
        await pass(10);
        await closed;
        expect(attempts[0]!.signal.aborted).toBe(false);
        await expect(queue.enqueue("embed", ADA)).rejects.toMatchObject({ code: "queue_unavailable" });
        await expect(queue.runNow("embed", ADA)).rejects.toMatchObject({ code: "queue_unavailable" });
      });

      it("aborts what outlasts the grace", async () => {
        const { queue, pass, handlers, attempts, hold } = await fresh();
        await queue.start(handlers);
        hold();
        await queue.enqueue("embed", ADA);
        await pass(10);
        const closed = queue.close({ graceMs: 100 });
        await pass(200);
        await closed;
        expect(attempts[0]!.signal.aborted).toBe(true);
      });
    });

    it.skipIf(skips.priorities !== undefined)(`runs the more urgent of what is due first${skips.priorities === undefined ? "" : ` (skipped: ${skips.priorities})`}`, async () => {
      const { queue, pass, handlers, attempts } = await fresh();
      await queue.enqueue("reconcile", {});
      await queue.enqueue("embed", ADA);
      await queue.enqueue("capture", SESSION);
      await queue.start(handlers);
      await pass(10);
      expect(attempts.map(({ name }) => name)).toEqual(["capture", "embed", "reconcile"]);
    });
  });
}
