import { describe, expect, it } from "vitest";

import { rateLimit } from "./rate-limit.ts";

function limited() {
  let now = 0;
  const limit = rateLimit({ perSecond: 2, burst: 3, clock: { now: () => now } });
  return { limit, later: (milliseconds: number) => void (now += milliseconds) };
}

describe("rateLimit", () => {
  it("lets a burst through, then says how long to wait", () => {
    const { limit } = limited();
    expect([1, 2, 3, 4].map(() => limit.take("a"))).toEqual([0, 0, 0, 1]);
    expect(limit.take("b")).toBe(0);
  });

  it("fills again with time, up to the burst", () => {
    const { limit, later } = limited();
    for (let request = 0; request < 4; request += 1) limit.take("a");
    later(500);
    expect([limit.take("a"), limit.take("a")]).toEqual([0, 1]);
    later(3_600_000);
    expect([1, 2, 3, 4].map(() => limit.take("a"))).toEqual([0, 0, 0, 1]);
  });

  it("of zero holds nobody back", () => {
    const limit = rateLimit({ perSecond: 0, burst: 1, clock: { now: () => 0 } });
    expect(Array.from({ length: 1_000 }, () => limit.take("a")).every((wait) => wait === 0)).toBe(true);
  });
});
