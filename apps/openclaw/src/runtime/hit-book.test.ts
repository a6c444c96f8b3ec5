import { describe, expect, it } from "vitest";

import type { Realm } from "../isolation/realm.ts";
import { createHitBook } from "./hit-book.ts";

const owner: Realm = { userId: "ann", namespace: "global", shared: false, trusted: true };
const group: Realm = { userId: "group:telegram:1", namespace: "untrusted", shared: true, trusted: false };

describe("the hit book", () => {
  it("gives hits back only to the realm that they were found for", () => {
    const book = createHitBook();
    book.note([{ path: "cortex/memories/a" }], owner);
    book.note([{ path: "cortex/memories/b" }], group);
    const hits = [{ path: "cortex/memories/a" }, { path: "cortex/memories/b" }, { path: "MEMORY.md" }, {}];
    expect(book.allowed(hits, owner)).toEqual([hits[0], hits[2], hits[3]]);
    expect(book.allowed(hits, group)).toEqual([hits[1]]);
  });

  it("forgets the oldest, and then shows them to the owner alone", () => {
    const book = createHitBook();
    book.note([{ path: "first" }], group);
    book.note(Array.from({ length: 5_000 }, (_, index) => ({ path: `p${String(index)}` })), group);
    expect(book.allowed([{ path: "first" }], group)).toEqual([]);
  });
});
