import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { LastRuns } from "./last-runs.ts";

describe("LastRuns", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("lets one of each kind run on until it is done, however it ends", async () => {
    const runs = new LastRuns();
    const [first, other] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    const end = vi.fn();
    expect(runs.allows("expand", { done: first.promise, end })).toBe(true);
    expect(runs.allows("expand", { done: other.promise, end })).toBe(false);
    expect(runs.allows("search-text", { done: other.promise, end })).toBe(true);
    first.reject(new Error("the connection broke"));
    other.resolve(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runs.allows("expand", { done: Promise.resolve(), end })).toBe(true);
    expect(end).not.toHaveBeenCalled();
  });

  it("ends what takes too long", async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const end = vi.fn(() => reject(new Error("closed")));
    const runs = new LastRuns();
    runs.allows("expand", { done: promise, end });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(end).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(end).toHaveBeenCalledOnce();
    expect(runs.allows("expand", { done: Promise.resolve(), end })).toBe(true);
  });
});
