import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Deadline } from "./deadline.ts";

describe("Deadline", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const start = (limitMs: number) => new Deadline(limitMs, () => performance.now());

  it("keeps a reserve from the legs, so that there is time to score and pack", () => {
    expect(start(100).legsRemainingMs()).toBe(80);
    expect(start(1_000).legsRemainingMs()).toBe(960);
  });

  it("hands over what is done in time", async () => {
    expect(await start(100).within(50, () => Promise.resolve(7))).toEqual({ outcome: "done", result: 7 });
  });

  it("abandons what is late: the caller goes on and the signal fires", async () => {
    let signal: AbortSignal | undefined;
    const answer = start(100).within(50, (given) => new Promise(() => (signal = given)));
    await vi.advanceTimersByTimeAsync(50);
    expect(await answer).toEqual({ outcome: "late" });
    expect(signal?.aborted).toBe(true);
  });

  it("never rejects: a broken part is an outcome", async () => {
    const error = new Error("broken");
    expect(await start(100).within(50, () => Promise.reject(error))).toEqual({ outcome: "failed", error });
    expect(await start(100).within(50, () => { throw error; })).toEqual({ outcome: "failed", error });
  });

  it("does not begin what has no time left", async () => {
    const deadline = start(10);
    await vi.advanceTimersByTimeAsync(20);
    const part = vi.fn(() => Promise.resolve(1));
    expect(await deadline.within(deadline.remainingMs(), part)).toEqual({ outcome: "late" });
    expect(part).not.toHaveBeenCalled();
  });
});
