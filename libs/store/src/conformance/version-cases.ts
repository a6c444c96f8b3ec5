import { realmOf } from "@memory-cortex/models";
import type { Memory, Realm } from "@memory-cortex/models";
import { expect, it } from "vitest";

import type { NewMemory } from "../memories.ts";
import type { Bench } from "./factories.ts";
import { memory, newRealm, remember, say, T0 } from "./factories.ts";

export function versionCases(bench: Bench): void {
  async function replace(realm: Realm, { old, text, at }: { old: string; text: string; at: number }): Promise<NewMemory> {
    const next = memory(text, { createdAt: at, observedAt: at });
    await bench.store.writeMemory(realm, { action: "supersede", change: "world", memoryId: old, memory: next, at });
    return next;
  }

  const texts = async (realm: Realm, id: string): Promise<string[]> => (await bench.store.history(realm, id)).map(({ text }) => text);

  async function thereAndBack(): Promise<{ realm: Realm; ids: string[] }> {
    const realm = newRealm("mine");
    const tea = await remember(bench.store, realm, "tea");
    const coffee = await replace(realm, { old: tea.id, text: "coffee", at: T0 + 1 });
    const again = await replace(realm, { old: coffee.id, text: "tea", at: T0 + 2 });
    return { realm, ids: [tea.id, coffee.id, again.id] };
  }

  it("tells all versions from any of them, oldest first", async () => {
    const { realm, ids } = await thereAndBack();
    for (const id of ids) expect(await texts(realm, id)).toEqual(["tea", "coffee", "tea"]);
    bench.clock.time = T0 + 3;
    expect((await bench.store.findByContentHash(realm, ["hash of tea", "hash of coffee"])).map(({ id }) => id)).toEqual([ids[2]]);
    bench.clock.time = T0;
    expect(await texts(realm, "none")).toEqual([]);
    expect(await texts(realmOf(realm.userId, ["other"]), ids[0]!)).toEqual([]);
  });

  it("closes the gap when a version is erased", async () => {
    const { realm, ids } = await thereAndBack();
    await bench.store.eraseMemory(realm, { id: ids[1]!, at: T0 });
    expect(await texts(realm, ids[0]!)).toEqual(["tea", "tea"]);
    await expect(bench.store.getMemory(realm, ids[0]!)).resolves.toMatchObject({ supersededBy: ids[2], validTo: T0 + 1 });
    await bench.store.eraseMemory(realm, { id: ids[0]!, at: T0 });
    await expect(bench.store.getMemory(realm, ids[2]!)).resolves.toMatchObject({ supersedes: null });
  });

  it("follows no link into another namespace", async () => {
    const realm = newRealm("mine");
    const old = await remember(bench.store, realm, "old");
    const both = realmOf(realm.userId, ["other", "mine"]);
    const next = memory("new", { createdAt: T0 + 1 });
    await bench.store.writeMemory(both, { action: "supersede", memoryId: old.id, memory: next, at: T0 + 1 });
    expect(await texts(realm, old.id)).toEqual(["old"]);
    expect(await texts(both, old.id)).toEqual(["old", "new"]);
  });

  it("says of a turn what took the place of a memory that rests on it", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, ["berlin", "wrong", "still"]);
    const [berlin, wrong, still] = turns.map(({ id }) => id) as [string, string, string];
    const old = await remember(bench.store, realm, "lives in berlin", { provenance: [berlin] });
    const mistaken = await remember(bench.store, realm, "has a sister", { provenance: [wrong] });
    await remember(bench.store, realm, "likes tea", { provenance: [still, berlin] });
    const lisbon = await replace(realm, { old: old.id, text: "lives in lisbon", at: T0 + 1 });
    await bench.store.writeMemory(realm, { action: "supersede", memoryId: mistaken.id, memory: memory("has a cousin"), at: T0 + 1 });
    const read = await bench.store.getDocuments(realm, [berlin, wrong, still]);
    expect(read.map((document) => (document.kind === "turn" ? document.outdatedBy : "memory"))).toEqual([lisbon.id, undefined, undefined]);
  });
}

type Group = Pick<Memory, "conflictGroup" | "conflictStatus">;
const free: Group = { conflictGroup: null, conflictStatus: null };
const inGroup = (group: string): Group => ({ conflictGroup: group, conflictStatus: "active" });

export function conflictCases(bench: Bench): void {
  async function contradict(realm: Realm, text: string, { against, group = "g", at = T0 }: { against: readonly string[]; group?: string; at?: number }): Promise<string> {
    const created = memory(text, { createdAt: at });
    await bench.store.writeMemory(realm, { action: "conflict", memory: created, with: against, group, at });
    return created.id;
  }

  const stateOf = (realm: Realm, id: string): Promise<Memory | null> => bench.store.getMemory(realm, id);

  it("puts memories that contradict each other into one open group", async () => {
    const realm = newRealm();
    const red = await remember(bench.store, realm, "red");
    const blue = await contradict(realm, "blue", { against: [red.id] });
    const green = await contradict(realm, "green", { against: [blue], group: "another" });
    for (const id of [red.id, blue, green]) expect(await stateOf(realm, id)).toMatchObject(inGroup("g"));
    expect((await bench.store.listConflicts(realm, { limit: 5 })).items).toMatchObject([{ group: "g", memories: [{ id: red.id }, { id: blue }, { id: green }] }]);
  });

  it("makes one group of two that a memory contradicts", async () => {
    const realm = newRealm();
    const ids: string[] = [];
    for (const group of ["a", "b"]) {
      const { id } = await remember(bench.store, realm, `one of ${group}`);
      ids.push(id, await contradict(realm, `two of ${group}`, { against: [id], group }));
    }
    const last = await contradict(realm, "three", { against: [ids[2]!, ids[0]!], group: "c" });
    for (const id of [...ids, last]) expect(await stateOf(realm, id)).toMatchObject(inGroup("b"));
  });

  it("is settled by a winner, and losers do not come back", async () => {
    const realm = newRealm();
    bench.clock.time = T0;
    const red = await remember(bench.store, realm, "red");
    const blue = await contradict(realm, "blue", { against: [red.id] });
    const green = await contradict(realm, "green", { against: [red.id] });
    await expect(bench.store.resolveConflict(realm, { group: "g", winnerId: "none", at: T0 + 5 })).resolves.toBe(false);
    await expect(bench.store.resolveConflict(realm, { group: "none", winnerId: blue, at: T0 + 5 })).resolves.toBe(false);
    await expect(bench.store.resolveConflict(realm, { group: "g", winnerId: blue, at: T0 + 5 })).resolves.toBe(true);
    await expect(bench.store.resolveConflict(realm, { group: "g", winnerId: blue, at: T0 + 5 })).resolves.toBe(false);
    expect(await stateOf(realm, blue)).toMatchObject({ ...free, retiredAt: null, supersededBy: null });
    for (const id of [red.id, green]) {
      expect(await stateOf(realm, id)).toMatchObject({ conflictStatus: "resolved", conflictGroup: "g", retiredAt: T0 + 5, supersededAt: T0 + 5, supersededBy: blue });
    }
    expect((await bench.store.findByContentHash(realm, ["hash of red", "hash of blue", "hash of green"])).map(({ id }) => id)).toEqual([blue]);
    expect((await bench.store.listConflicts(realm, { limit: 5 })).items).toEqual([]);
    expect((await bench.store.history(realm, blue)).map(({ text }) => text).sort()).toEqual(["blue", "green", "red"]);
    // What lost contradicts nothing any more, and nothing joins it.
    const again = await contradict(realm, "red again", { against: [red.id], at: T0 + 6 });
    expect(await stateOf(realm, again)).toMatchObject(free);
    expect(await stateOf(realm, red.id)).toMatchObject({ conflictStatus: "resolved" });
  });

  it("does not show a loser as what was true, only as what was believed", async () => {
    const realm = newRealm();
    const red = await remember(bench.store, realm, "x red");
    const blue = await contradict(realm, "x blue", { against: [red.id], at: T0 + 1 });
    await bench.store.resolveConflict(realm, { group: "g", winnerId: blue, at: T0 + 5 });
    const seen = async (filter: object): Promise<string[]> => {
      const hits = await bench.store.searchText(realm, { terms: ["x"], filter: { kinds: ["memory"], includeHistory: false, now: T0 + 9, ...filter }, limit: 9, window: 0 });
      return hits.map(({ ref }) => (ref.id === blue ? "blue" : "red")).sort();
    };
    expect(await seen({})).toEqual(["blue"]);
    expect(await seen({ asOf: T0 + 3 })).toEqual(["blue"]);
    expect(await seen({ knownAt: T0 + 3 })).toEqual(["blue", "red"]);
    expect(await seen({ knownAt: T0 + 5 })).toEqual(["blue"]);
    expect(await seen({ includeHistory: true })).toEqual(["blue", "red"]);
  });

  it.each([
    ["is superseded", (realm: Realm, id: string) => bench.store.writeMemory(realm, { action: "supersede", memoryId: id, memory: memory("next"), at: T0 + 2 })],
    ["ends", (realm: Realm, id: string) => bench.store.writeMemory(realm, { action: "end", memoryId: id, endsAt: T0 + 1, at: T0 + 2, turnIds: [] })],
    ["is retired", (realm: Realm, id: string) => bench.store.retireMemory(realm, { id, at: T0 + 2 })],
    ["is erased", (realm: Realm, id: string) => bench.store.eraseMemory(realm, { id, at: T0 + 2 })],
  ])("is over for the last one when the other %s", async (_, leave) => {
    const realm = newRealm();
    const red = await remember(bench.store, realm, "red");
    const blue = await contradict(realm, "blue", { against: [red.id] });
    const green = await contradict(realm, "green", { against: [red.id] });
    await leave(realm, red.id);
    for (const id of [blue, green]) expect(await stateOf(realm, id)).toMatchObject(inGroup("g"));
    await leave(realm, blue);
    expect(await stateOf(realm, green)).toMatchObject(free);
    expect(await stateOf(realm, blue)).toSatisfy((left: Memory | null) => left === null || left.conflictGroup === null);
    await expect(bench.store.checkIntegrity(realm)).resolves.toMatchObject({ ok: true });
  });

  it("contradicts nothing that is over, and is written once", async () => {
    const realm = newRealm();
    const over = await remember(bench.store, realm, "over", { validTo: T0 + 1 });
    const gone = await remember(bench.store, realm, "gone", { expiresAt: T0 + 1 });
    const created = memory("new");
    const write = { action: "conflict" as const, memory: created, with: [over.id, gone.id], group: "g", at: T0 + 1 };
    await bench.store.writeMemory(realm, write);
    await bench.store.writeMemory(realm, { ...write, at: T0 });
    for (const { id } of [created, over, gone]) expect(await stateOf(realm, id)).toMatchObject(free);
  });

  it("lists groups by their newest memory, in pages, and only what the realm holds", async () => {
    const realm = newRealm("mine");
    for (const group of ["a", "b", "c"]) {
      const { id } = await remember(bench.store, realm, `one of ${group}`);
      await contradict(realm, `two of ${group}`, { against: [id], group });
    }
    const [oldest] = (await bench.store.listConflicts(realm, { limit: 9 })).items.at(-1)!.memories;
    const both = realmOf(realm.userId, ["other", "mine"]);
    const elsewhere = await contradict(both, "three of a", { against: [oldest!.id] });
    const groups: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await bench.store.listConflicts(both, { limit: 2, ...(cursor !== undefined && { cursor }) });
      groups.push(...page.items.map(({ group }) => group));
      cursor = page.next;
    }
    expect(groups).toEqual(["a", "c", "b"]);
    const other = realmOf(realm.userId, ["other"]);
    expect((await bench.store.listConflicts(other, { limit: 9 })).items).toMatchObject([{ group: "a", memories: [{ id: elsewhere }] }]);
    await expect(bench.store.resolveConflict(other, { group: "b", winnerId: oldest!.id, at: T0 })).resolves.toBe(false);
    // A realm settles only what it holds: the two others still contradict each other.
    await expect(bench.store.resolveConflict(other, { group: "a", winnerId: elsewhere, at: T0 })).resolves.toBe(true);
    expect(await stateOf(realm, oldest!.id)).toMatchObject(inGroup("a"));
    await expect(bench.store.listConflicts(realm, { limit: 2, cursor: "x" })).rejects.toMatchObject({ code: "invalid_fields" });
  });
}
