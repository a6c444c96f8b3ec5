import { realmOf, uuidV7Source, wholeUser } from "@memory-cortex/models";
import { analyse, contentHash } from "@memory-cortex/text";
import { beforeEach, describe, expect, it } from "vitest";

import { createMemoryStore } from "./memory-store/create-memory-store.ts";
import { StoreRevisions } from "./store-revisions.ts";
import type { Store } from "./store.ts";

const clock = { now: () => 1_000 };
const ann = realmOf("ann");
const text = "Rye bread is the best";

/** Neither reads nor what is written about answers. */
const CALLS: [string, (store: Store) => Promise<unknown>][] = [
  ["a search", (store) => store.searchText(ann, { terms: ["rye"], filter: { kinds: ["turn"], includeHistory: false, now: 1_000 }, limit: 5, window: 0 })],
  ["reading documents", (store) => store.getDocuments(ann, ["a"])],
  ["counting accesses", (store) => store.touch(ann, { ids: ["a"], at: 1_000 })],
  ["a receipt", (store) => store.saveReceipts(ann, [{ id: "r", at: 1_000, kind: "recall", body: "{}" }])],
  ["a page of memories", (store) => store.listMemories(ann, { includeHistory: true, now: 1_000 }, { limit: 5 })],
];

describe("StoreRevisions", () => {
  let revisions: StoreRevisions;
  let store: Store;
  const ids = uuidV7Source(clock);
  const say = (user: string) =>
    store.appendTurns(realmOf(user), {
      session: { sessionId: "s", channel: null, agentId: null, project: null }, revision: 0,
      inserts: [{ at: 0, turns: [{ id: ids.next(), role: "user", speaker: null, text, observedAt: 1_000, timed: true, externalId: null, contentHash: contentHash(text), terms: analyse(text), words: 5, signals: 0, createdAt: 1_000 }] }],
    });

  beforeEach(() => {
    revisions = new StoreRevisions();
    store = revisions.watch(createMemoryStore({ clock }));
  });

  it("changes with every write of a user, and for that user alone", async () => {
    await say("ann");
    const before = revisions.of("ann");
    expect(before).toBeGreaterThan(0);
    expect(revisions.of("bob")).toBe(0);
    await say("bob");
    expect(revisions.of("ann")).toBe(before);
    await store.createSpace(wholeUser("ann"), { embedder: "fake", model: "m", dimension: 2, weighting: null, documentsAtStart: 0, createdAt: 1_000 });
    expect(revisions.of("ann")).toBeGreaterThan(before);
  });

  it("counts a write when it begins and when it ends, also when it fails", async () => {
    const stuck = Promise.withResolvers<boolean>();
    const slow = revisions.watch({ ...store, retireMemory: () => stuck.promise });
    const before = revisions.of("ann");
    const retiring = slow.retireMemory(ann, { id: "a", at: 1_000 });
    const during = revisions.of("ann");
    expect(during).toBeGreaterThan(before);
    stuck.reject(new RangeError("broken"));
    await expect(retiring).rejects.toThrow("broken");
    expect(revisions.of("ann")).toBeGreaterThan(during);
  });

  it.each(CALLS)("takes %s for no change", async (_, call) => {
    await say("ann");
    const before = revisions.of("ann");
    await call(store);
    expect(revisions.of("ann")).toBe(before);
  });

  it("tells who keeps something of a user when anything of him is erased", async () => {
    const told: string[] = [];
    revisions.onErase((userId) => told.push(userId));
    await store.retireMemory(ann, { id: "a", at: 1_000 });
    expect(told).toEqual([]);
    await store.eraseMemory(ann, { id: "a", at: 1_000 });
    expect(new Set(told.splice(0))).toEqual(new Set(["ann"]));
    await store.eraseTurns(ann, { ids: ["t"], at: 1_000 });
    expect(new Set(told)).toEqual(new Set(["ann"]));
  });
});
