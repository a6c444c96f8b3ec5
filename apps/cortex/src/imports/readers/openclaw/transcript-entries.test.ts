import { describe, expect, it } from "vitest";

import { activeEntries } from "./transcript-entries.ts";

const entry = (id: string | undefined, parentId: string | null | undefined, more: object = {}) => ({ place: id ?? "?", fields: { type: "message", ...(id === undefined ? {} : { id }), ...(parentId === undefined ? {} : { parentId }), ...more } });
const idsOf = (...entries: ReturnType<typeof entry>[]): string => activeEntries(entries).map(({ place }) => place).join("");

describe("activeEntries", () => {
  it("leaves out what was said on a branch that a person went back from", () => {
    expect(idsOf(entry("a", null), entry("b", "a"), entry("c", "b"), entry("d", "a"), entry("e", "d"))).toBe("ade");
  });

  it("ends where a person went back to last", () => {
    expect(idsOf(entry("a", null), entry("b", "a"), entry("c", "b"), entry("l", "c", { type: "leaf", targetId: "a" }))).toBe("a");
  });

  it("passes over entries at the side", () => {
    expect(idsOf(entry("a", null), entry("b", "a"), entry("s", "a", { appendMode: "side" }))).toBe("ab");
  });

  it("keeps everything where nothing is linked, or the chain is broken", () => {
    expect(idsOf(entry(undefined, undefined), entry(undefined, undefined))).toBe("??");
    expect(idsOf(entry("a", null), entry("b", "gone"), entry("c", "b"))).toBe("abc");
    expect(idsOf(entry("a", "c"), entry("b", "a"), entry("c", "b"))).toBe("abc");
  });
});
