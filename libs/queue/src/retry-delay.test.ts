import { describe, expect, it } from "vitest";

import { retryDelay } from "./index.ts";

describe("retryDelay", () => {
  it("doubles, varies by half, and stops growing", () => {
    const delay = (failures: number, random: number) => retryDelay({ backoffMs: 1_000, failures, random: () => random });
    expect([1, 2, 3].map((failures) => delay(failures, 0.5))).toEqual([1_000, 2_000, 4_000]);
    expect(delay(1, 0)).toBe(500);
    expect(delay(60, 0.5)).toBe(300_000);
  });
});
