import { realmOf } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { searchThread } from "./search-thread.ts";

describe("searchThread", () => {
  it("keeps the words of a user in one thread and the vectors in another", () => {
    for (const user of ["ann", "bob", "Ω", "x".repeat(128)]) {
      const [words, vectors] = ["searchText", "searchVector"].map((name) => searchThread({ name, realm: realmOf(user) }, 2));
      expect([words, vectors].sort()).toEqual([0, 1]);
      expect(searchThread({ name: "similarities", realm: realmOf(user, ["other"]) }, 2)).toBe(vectors);
    }
  });

  it("spreads users over the threads", () => {
    const counts = [0, 0, 0, 0];
    for (let user = 0; user < 400; user += 1) counts[searchThread({ name: "searchText", realm: realmOf(`user ${user}`) }, 4)!]! += 1;
    for (const count of counts) expect(count).toBeGreaterThan(50);
  });

  it("leaves all other calls to any thread", () => {
    expect(searchThread({ name: "getDocuments", realm: realmOf("ann") }, 2)).toBeNull();
    expect(searchThread({ name: "ping" }, 2)).toBeNull();
    expect(searchThread({ name: "searchVector", realm: realmOf("ann") }, 1)).toBe(0);
  });
});
