import { describe, expect, it, vi } from "vitest";

import { collectWhenIdle } from "./collect-when-idle.ts";

const MB = 1024 * 1024;

/** A thread whose load and heap are as told, and what was collected of it. */
function thread({ awaited = false } = {}) {
  const state = { utilization: 0, heapSize: 20 * MB, collected: [] as string[] };
  let look = (): void => undefined;
  collectWhenIdle({
    awaited,
    every: (given) => (look = given),
    utilization: () => state.utilization,
    heapSize: () => state.heapSize,
    collect: ({ type, flavor }) => {
      state.collected.push(`${type} ${flavor}`);
      state.heapSize = 20 * MB;
    },
  });
  return { state, look: () => look() };
}

describe("the garbage of a thread", () => {
  it("is collected once it rests, to the last page", () => {
    const { state, look } = thread();
    state.heapSize = 60 * MB;
    look();
    look();
    expect(state.collected).toEqual(["major last-resort"]);
  });

  it("has to be more where somebody may wait for the thread", () => {
    const { state, look } = thread({ awaited: true });
    state.heapSize = 50 * MB;
    look();
    expect(state.collected).toHaveLength(0);
    state.heapSize = 53 * MB;
    look();
    expect(state.collected).toHaveLength(1);
  });

  it("is left to the engine while it works", () => {
    const { state, look } = thread();
    Object.assign(state, { heapSize: 60 * MB, utilization: 0.1 });
    look();
    expect(state.collected).toEqual([]);
    state.utilization = 0;
    look();
    expect(state.collected).toHaveLength(1);
  });

  it("is left alone when it is little, counted from what stayed the last time", () => {
    const { state, look } = thread();
    state.heapSize = 27 * MB;
    look();
    expect(state.collected).toEqual([]);
    state.heapSize = 29 * MB;
    look();
    state.heapSize = 27 * MB;
    look();
    expect(state.collected).toHaveLength(1);
  });

  it("is the engine's matter alone where Node was started without --expose-gc", () => {
    let asked = 0;
    vi.stubGlobal("gc", undefined);
    collectWhenIdle({ awaited: false, every: () => (asked += 1) });
    vi.unstubAllGlobals();
    expect(asked).toBe(0);
  });
});
