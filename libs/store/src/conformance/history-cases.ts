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

  it("shows the state at an earlier moment", async () => {
    const realm = newRealm();
    const old = await remember(bench.store, realm, "x on Tuesday", { createdAt: T0 });
    await bench.store.writeMemory(realm, { action: "supersede", memoryId: old.id, memory: memory("x on Friday", { createdAt: T0 + 10 }), at: T0 + 10 });
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [turn("x said", { observedAt: T0 + 5 })] }] });
    expect(await seen(realm, { asOf: T0 - 1 })).toEqual([]);
    expect(await seen(realm, { asOf: T0 + 4 })).toEqual(["on Tuesday"]);
    expect(await seen(realm, { asOf: T0 + 5 })).toEqual(["on Tuesday", "said"]);
    expect(await seen(realm, { asOf: T0 + 10 })).toEqual(["on Friday", "said"]);
    expect(await seen(realm, { asOf: T0 + 10, includeHistory: true })).toEqual(["on Friday", "on Tuesday", "said"]);
    expect(await seen(realm, { now: T0 })).toEqual(["on Friday", "said"]);
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
