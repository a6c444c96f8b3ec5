import type { Realm } from "@memory-cortex/models";
import { expect, it } from "vitest";

import type { DocumentFilter } from "../search.ts";
import type { Bench } from "./factories.ts";
import { append, everything, memory, newRealm, remember, T0, turn } from "./factories.ts";

/** Texts of what a filter lets through; every text holds the word "x". */
export function historyCases(bench: Bench): void {
  async function seen(realm: Realm, filter: Partial<DocumentFilter> = {}): Promise<string[]> {
    const hits = await bench.store.searchText(realm, { terms: ["x"], filter: everything(filter), limit: 50, window: 0 });
    const documents = await bench.store.getDocuments(realm, hits.map(({ ref }) => ref.id));
    return documents.map(({ text }) => text.replace("x ", "")).sort();
  }

  it("shows memories that are not retired, begun, and not over", async () => {
    const realm = newRealm();
    const fields = { "x begins later": { validFrom: T0 + 1 }, "x begins now": { validFrom: T0 }, "x ends now": { validTo: T0 }, "x ends later": { validTo: T0 + 1 }, "x expires now": { expiresAt: T0 }, "x plain": {} };
    for (const [text, each] of Object.entries(fields)) await remember(bench.store, realm, text, each);
    const retired = await remember(bench.store, realm, "x retired");
    await bench.store.retireMemory(realm, { id: retired.id, at: T0 + 50 });
    expect(await seen(realm)).toEqual(["begins now", "ends later", "plain"]);
    expect(await seen(realm, { includeHistory: true })).toHaveLength(7);
  });

  it("shows what was true at an earlier moment", async () => {
    const realm = newRealm();
    const old = await remember(bench.store, realm, "x on Tuesday", { createdAt: T0 + 3 });
    const next = memory("x on Friday", { observedAt: T0 + 10, createdAt: T0 + 12 });
    await bench.store.writeMemory(realm, { action: "supersede", memoryId: old.id, memory: next, at: T0 + 12 });
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [turn("x said", { observedAt: T0 + 5 })] }] });
    expect(await seen(realm, { asOf: T0 - 1 })).toEqual([]);
    // True from its observation, although it was written down later.
    expect(await seen(realm, { asOf: T0 })).toEqual(["on Tuesday"]);
    expect(await seen(realm, { asOf: T0 + 9 })).toEqual(["on Tuesday", "said"]);
    expect(await seen(realm, { asOf: T0 + 12 })).toEqual(["on Friday", "said"]);
    expect(await seen(realm, { asOf: T0 + 12, includeHistory: true })).toEqual(["on Friday", "on Tuesday", "said"]);
    expect(await seen(realm, { now: T0 })).toEqual(["on Friday", "said"]);
  });

  const MARCH = T0 + 60;
  const MAY = T0 + 120;
  const JUNE = T0 + 150;

  /** Berlin, learnt in January; Lisbon since May, learnt in June. */
  async function moved(): Promise<Realm> {
    const realm = newRealm();
    const berlin = await remember(bench.store, realm, "x Berlin", { createdAt: T0 + 1 });
    const lisbon = memory("x Lisbon", { validFrom: MAY, observedAt: JUNE, createdAt: JUNE });
    await bench.store.writeMemory(realm, { action: "supersede", change: "world", memoryId: berlin.id, memory: lisbon, endsAt: MAY, at: JUNE });
    await expect(bench.store.getMemory(realm, berlin.id)).resolves.toMatchObject({ validTo: MAY, retiredAt: null, supersededAt: JUNE, supersededBy: lisbon.id });
    return realm;
  }

  it("keeps what was true in the world when the world changed", async () => {
    const realm = await moved();
    expect(await seen(realm, { now: JUNE })).toEqual(["Lisbon"]);
    expect(await seen(realm, { now: JUNE, includeHistory: true })).toEqual(["Berlin", "Lisbon"]);
    expect(await seen(realm, { asOf: MARCH })).toEqual(["Berlin"]);
    expect(await seen(realm, { asOf: MAY - 1 })).toEqual(["Berlin"]);
    expect(await seen(realm, { asOf: MAY })).toEqual(["Lisbon"]);
  });

  it("tells what was known at a moment apart from what was true then", async () => {
    const realm = await moved();
    expect(await seen(realm, { knownAt: T0 })).toEqual([]);
    expect(await seen(realm, { knownAt: MARCH })).toEqual(["Berlin"]);
    // Lisbon was true by then, and nobody had told us.
    expect(await seen(realm, { knownAt: JUNE - 1 })).toEqual(["Berlin"]);
    expect(await seen(realm, { knownAt: JUNE })).toEqual(["Lisbon"]);
    expect(await seen(realm, { asOf: MAY, knownAt: JUNE - 1 })).toEqual(["Berlin"]);
    expect(await seen(realm, { asOf: MARCH, knownAt: JUNE })).toEqual(["Berlin"]);
    expect(await seen(realm, { asOf: MARCH, knownAt: T0 })).toEqual([]);
  });

  it("believes a corrected memory only for the time before the correction", async () => {
    const realm = newRealm();
    const wrong = await remember(bench.store, realm, "x sister", { createdAt: T0 + 1 });
    const right = memory("x cousin", { createdAt: T0 + 50 });
    await bench.store.writeMemory(realm, { action: "supersede", memoryId: wrong.id, memory: right, at: T0 + 50 });
    expect(await seen(realm, { now: T0 + 60 })).toEqual(["cousin"]);
    expect(await seen(realm, { knownAt: T0 + 49 })).toEqual(["sister"]);
    expect(await seen(realm, { asOf: T0 + 70, knownAt: T0 + 49 })).toEqual(["sister"]);
    expect(await seen(realm, { knownAt: T0 + 50 })).toEqual(["cousin"]);
  });

  it("ends a memory that nothing takes the place of", async () => {
    const realm = newRealm();
    const { id } = await remember(bench.store, realm, "x job");
    const end = { action: "end" as const, memoryId: id, endsAt: T0 + 40, at: T0 + 50, turnIds: ["t1"] };
    await bench.store.writeMemory(realm, end);
    await bench.store.writeMemory(realm, { ...end, endsAt: T0 + 45, at: T0 + 60 });
    await expect(bench.store.getMemory(realm, id)).resolves.toMatchObject({ validTo: T0 + 40, supersededAt: T0 + 50, retiredAt: null, supersededBy: null, provenance: ["t1"] });
    expect(await seen(realm, { now: T0 + 50 })).toEqual([]);
    expect(await seen(realm, { asOf: T0 + 39 })).toEqual(["job"]);
    expect(await seen(realm, { knownAt: T0 + 49 })).toEqual(["job"]);
    expect(await seen(realm, { knownAt: T0 + 50 })).toEqual([]);
  });

  it("bounds the time: turns by when they were said, memories by when they held", async () => {
    const realm = newRealm();
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [turn("x early", { observedAt: T0 - 10 }), turn("x late", { observedAt: T0 })] }] });
    await remember(bench.store, realm, "x from", { validFrom: T0 - 5, observedAt: T0 });
    await remember(bench.store, realm, "x observed", { observedAt: T0 - 20, validTo: T0 + 1 });
    expect(await seen(realm, { validBefore: T0 - 5 })).toEqual(["early", "observed"]);
    expect(await seen(realm, { validBefore: T0 - 4 })).toEqual(["early", "from", "observed"]);
    expect(await seen(realm, { validAfter: T0 })).toEqual(["from", "late", "observed"]);
    expect(await seen(realm, { validAfter: T0 + 1 })).toEqual(["from"]);
    expect(await seen(realm, { validAfter: T0 - 10, validBefore: T0 - 9 })).toEqual(["early", "observed"]);
  });

  it("filters memories by type and tag, and leaves turns alone", async () => {
    const realm = newRealm();
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [turn("x said")] }] });
    await remember(bench.store, realm, "x rule", { type: "rule", tags: ["a"] });
    await remember(bench.store, realm, "x fact", { tags: ["b"] });
    expect(await seen(realm, { types: ["rule", "episode"] })).toEqual(["rule", "said"]);
    expect(await seen(realm, { tags: ["b", "c"] })).toEqual(["fact", "said"]);
    expect(await seen(realm, { types: [] })).toEqual(["said"]);
    expect(await seen(realm, { kinds: ["memory"] })).toEqual(["fact", "rule"]);
    expect(await seen(realm, { kinds: ["turn"] })).toEqual(["said"]);
    expect(await seen(realm, { kinds: ["chunk"] })).toEqual([]);
    expect(await seen(realm, { kinds: [] })).toEqual([]);
  });

  it("holds a neighbour to the filter too", async () => {
    const realm = newRealm();
    const turns = [turn("before", { observedAt: T0 - 9 }), turn("x hit"), turn("after", { observedAt: T0 + 9 })];
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns }] });
    const query = { terms: ["x"], filter: everything({ asOf: T0 }), limit: 5, window: 2 };
    expect((await bench.store.searchText(realm, query)).map(({ ref }) => ref.id).sort()).toEqual([turns[0]!.id, turns[1]!.id].sort());
  });
}
