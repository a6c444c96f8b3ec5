import { CortexError } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { createHealth } from "./health.ts";
import type { PartState } from "./health.ts";

function clockAt(time: number): { now: () => number; time: number } {
  const clock = { time, now: () => clock.time };
  return clock;
}

describe("createHealth", () => {
  it("is down only when a vital part is", () => {
    const health = createHealth(clockAt(0));
    health.register("store", { vital: true });
    health.register("embedder");
    expect(health.known().status).toBe("ok");
    health.report("embedder", { status: "down", why: "No model." });
    expect(health.known().status).toBe("degraded");
    health.report("store", { status: "down", why: "No disk." });
    expect(health.known().status).toBe("down");
  });

  it("keeps the time of the change while the status stays", () => {
    const clock = clockAt(100);
    const health = createHealth(clock);
    health.register("embedder");
    clock.time = 200;
    health.report("embedder", { status: "degraded", why: "Half done." });
    clock.time = 300;
    health.report("embedder", { status: "degraded", why: "Nearly done." });
    expect(health.known().parts).toEqual([{ part: "embedder", status: "degraded", why: "Nearly done.", since: 200 }]);
  });

  it("asks probes; a throw or silence is down", async () => {
    const health = createHealth(clockAt(0));
    health.register("store", { probe: () => Promise.reject(new CortexError("store_unavailable")) });
    health.register("other", { probe: () => Promise.reject(new TypeError("private words")) });
    health.register("silent", { probe: () => new Promise(() => undefined), limitMs: 5 });
    health.register("fine", { probe: async () => ({ status: "ok", why: null, details: { rows: 3 } }) });
    const { parts } = await health.check();
    expect(parts.map(({ part, status, why }) => [part, status, why])).toEqual([
      ["store", "down", "The store cannot be reached"],
      ["other", "down", "It failed (TypeError)."],
      ["silent", "down", "No answer within 5 ms."],
      ["fine", "ok", null],
    ]);
  });

  it("keeps what is reported of a part while others are asked", async () => {
    const health = createHealth({ now: () => 0 });
    const slow = Promise.withResolvers<PartState>();
    health.register("store", { probe: () => slow.promise });
    health.report("models", { status: "down", why: "They are being prepared." });
    const checking = health.check();
    health.report("models", { status: "ok", why: null });
    slow.resolve({ status: "ok", why: null });
    expect((await checking).status).toBe("ok");
  });
});
