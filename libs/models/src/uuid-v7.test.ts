import { describe, expect, it } from "vitest";

import { uuidV7Source } from "./uuid-v7.ts";

describe("uuidV7Source", () => {
  it("gives ids of version 7 that are all different, and in the order in which they were asked for", () => {
    const ids = uuidV7Source({ now: () => Date.UTC(2026, 4, 20) });
    const made = Array.from({ length: 5_000 }, () => ids.next());
    for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
    expect(new Set(made.map((id) => id.slice(19))).size).toBe(5_000);
    expect(made.toSorted()).toEqual(made);
    expect(Number.parseInt(made[0]!.replaceAll("-", "").slice(0, 12), 16)).toBe(Date.UTC(2026, 4, 20));
  });
});
