import { CortexError } from "@memory-cortex/models";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { keepWarm } from "./keep-warm.ts";

const EVERY_MS = 2_000;

describe("keepWarm", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A store that can be away, and how often it was warmed. */
  function coldStore() {
    const state = { away: true, warmed: 0 };
    const ping = async (): Promise<void> => {
      if (state.away) throw new CortexError("store_unavailable");
    };
    const warming = keepWarm({ ping, warm: async () => void (state.warmed += 1), everyMs: EVERY_MS });
    return { state, warming, pass: (looks: number) => vi.advanceTimersByTimeAsync(looks * EVERY_MS) };
  }

  it("warms up once when the store comes, and once more when it was away", async () => {
    const { state, warming, pass } = coldStore();
    await pass(3);
    expect(state.warmed).toBe(0);
    state.away = false;
    await pass(5);
    expect(state.warmed).toBe(1);
    state.away = true;
    await pass(2);
    state.away = false;
    await pass(5);
    expect(state.warmed).toBe(2);
    await warming.stop();
  });

  it("does nothing once it is stopped", async () => {
    const { state, warming, pass } = coldStore();
    await warming.stop();
    state.away = false;
    await pass(5);
    expect(state.warmed).toBe(0);
  });
});
