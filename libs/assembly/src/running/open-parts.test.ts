import { describe, expect, it } from "vitest";

import { OpenParts } from "./open-parts.ts";

describe("OpenParts", () => {
  it("closes what was opened last first, each with what is left of the time, and once", async () => {
    let now = 0;
    const closed: [string, number][] = [];
    const parts = new OpenParts({ log: { error: () => undefined }, monotonic: () => now });
    for (const part of ["store", "queue", "server"]) {
      parts.add(part, async (graceMs) => {
        closed.push([part, graceMs]);
        now += 60;
      });
    }
    await parts.close(100);
    await parts.close(100);
    expect(closed).toEqual([["server", 100], ["queue", 40], ["store", 0]]);
  });

  it("closes the others when one fails, and says so", async () => {
    const lines: object[] = [];
    const closed: string[] = [];
    const parts = new OpenParts({ log: { error: (fields: unknown) => void lines.push(fields as object) }, monotonic: () => 0 });
    parts.add("store", async () => closed.push("store"));
    parts.add("queue", () => {
      throw new RangeError("gone");
    });
    await parts.close(100);
    expect(closed).toEqual(["store"]);
    expect(lines).toEqual([{ err: expect.any(RangeError), part: "queue" }]);
  });
});
