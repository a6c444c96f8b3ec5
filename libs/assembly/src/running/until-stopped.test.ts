import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { untilStopped } from "./until-stopped.ts";

/** A service whose close ends when the test says so. */
function service(): { close: () => Promise<void>; finish: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { close: () => promise, finish: () => resolve(undefined) };
}

describe("untilStopped", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  it("is clean when the service closes in time, though the signal came twice at once", async () => {
    const { close, finish } = service();
    const stopped = untilStopped({ close }, { limitMs: 10_000, onSignal: () => undefined });
    process.emit("SIGTERM");
    process.emit("SIGTERM");
    await vi.advanceTimersByTimeAsync(2_000);
    finish();
    expect(await stopped).toBe("clean");
  });

  it.each([["a second signal comes later", 1_500, true], ["the limit passes", 11_500, false]])("is cut when %s", async (_name, after, again) => {
    const stopped = untilStopped(service(), { limitMs: 10_000, onSignal: () => undefined });
    process.emit("SIGINT");
    await vi.advanceTimersByTimeAsync(after);
    if (again) process.emit("SIGINT");
    expect(await stopped).toBe("cut");
    expect(process.listenerCount("SIGINT")).toBe(0);
  });
});
