import { describe, expect, it } from "vitest";

import { instant } from "./fields.ts";

describe("instant", () => {
  it.each([
    ["2024-02-29T10:00:00Z", Date.UTC(2024, 1, 29, 10)],
    ["2024-12-31T23:30-01:00", Date.UTC(2025, 0, 1, 0, 30)],
    ["2024-05-01T00:00:00.5+0200", Date.UTC(2024, 3, 30, 22, 0, 0, 500)],
    [1_700_000_000_000.4, 1_700_000_000_000],
    [-1, -1],
  ])("takes %j", (value, time) => {
    expect(instant.parse(value)).toBe(time);
  });

  it.each(["2024-02-30T00:00:00Z", "2023-02-29T00:00Z", "2024-04-31T12:00+02:00", "2024-13-01T00:00Z", "2024-01-01T25:00Z", "2024-01-01T10:00", "2024-01-01", "1700000000000", "", 1e15, Number.NaN, true, null])(
    "refuses %j",
    (value) => {
      expect(instant.safeParse(value).success).toBe(false);
    },
  );
});
