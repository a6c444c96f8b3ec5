import { realmOf } from "@memory-cortex/models";
import type { Realm, Relation } from "@memory-cortex/models";
import { expect, it } from "vitest";

import type { EntityWrite, Expansion, ExpandQuery, NewRelation } from "../graph.ts";
import { entityDamping, KIND_PREDICATE } from "../graph.ts";
import type { MemoryWrite } from "../memories.ts";
import type { Bench } from "./factories.ts";
import { append, entity, everything, memory, newRealm, relation, remember, T0, turn } from "./factories.ts";

const now = T0 + 100;

export function relationCases(bench: Bench): void {
  /** Ann with a relation that rests on a memory. */
  async function ann(fields: Partial<NewRelation> = {}): Promise<{ realm: Realm; memoryId: string; relationId: string; annId: string }> {
    const realm = newRealm();
    const { id: memoryId } = await remember(bench.store, realm, "Ann lives in Berlin");
    const who = entity("Ann", { aliases: ["Annie"] });
    const created = relation(who.id, "LIVES_IN", { object: "Berlin", memoryId, ...fields });
    await bench.store.commitMemories(realm, { writes: [], entities: [who], relations: [created] });
    return { realm, memoryId, relationId: created.relation.id, annId: who.id };
  }

  async function current(realm: Realm, fields: { keys?: string[]; at?: number } = {}): Promise<string[]> {
    const found = await bench.store.findRelations(realm, { subjectKeys: fields.keys ?? ["ann"], predicates: ["LIVES_IN", "WORKS_AT"], now: fields.at ?? now });
    return found.map((hit) => hit.relation.object);
  }

  async function details(realm: Realm, annId: string): Promise<Relation | undefined> {
    return (await bench.store.getEntity(realm, annId))?.relations[0];
  }

  it("finds what is said of a subject by its names and the predicate", async () => {
    const { realm, annId } = await ann();
    const more = [relation(annId, "WORKS_AT", { object: "Acme" }), relation(annId, "LIKES", { object: "tea" }), relation(annId, "LIVES_IN", { object: "Bonn", validFrom: now + 1 })];
    await bench.store.commitMemories(realm, { writes: [], relations: more });
    expect(await current(realm)).toEqual(["Bonn", "Acme", "Berlin"]);
    expect(await current(realm, { keys: ["bob"] })).toEqual([]);
    const [hit] = await bench.store.findRelations(realm, { subjectKeys: ["annie", "x", "ann", "ann"], predicates: ["WORKS_AT"], now });
    expect(hit).toEqual({ relation: { ...more[0]!.relation, namespace: "global", retiredAt: null, endedAt: null }, subjectKeys: ["annie", "ann"] });
    await expect(bench.store.findRelations(realm, { subjectKeys: ["ann"], predicates: [], now })).resolves.toEqual([]);
    expect(await current(realmOf(realm.userId, ["other"]))).toEqual([]);
  });

  it("finds what is said of an entity that was merged", async () => {
    const { realm, annId } = await ann();
    const { id } = await remember(bench.store, realm, "b");
    const nan = entity("Nan");
    await bench.store.commitMemories(realm, { writes: [], entities: [nan], mentions: [{ entityId: nan.id, documentId: id }] });
    await bench.store.mergeEntities(realm, { from: annId, into: nan.id });
    expect(await current(realm, { keys: ["nan"] })).toEqual(["Berlin"]);
  });

  it("writes a relation once, and ends it once", async () => {
    const { realm, annId, relationId } = await ann();
    await bench.store.commitMemories(realm, { writes: [], relations: [relation(annId, "LIVES_IN", { id: relationId, object: "Bonn" })] });
    const end = { action: "end" as const, id: relationId, validTo: now, at: now + 1 };
    await bench.store.commitMemories(realm, { writes: [], relations: [end, { ...end, id: "none" }] });
    await bench.store.commitMemories(realm, { writes: [], relations: [{ ...end, validTo: now + 5, at: now + 5 }] });
    expect(await details(realm, annId)).toMatchObject({ object: "Berlin", validTo: now, endedAt: now + 1, retiredAt: null });
    expect(await current(realm, { at: now - 1 })).toEqual(["Berlin"]);
    expect(await current(realm)).toEqual([]);
  });

  const successor = memory("Ann lives in Lisbon");
  it.each<[string, (memoryId: string) => MemoryWrite, Partial<Relation>]>([
    ["a correction", (memoryId) => ({ action: "supersede", memoryId, memory: { ...successor, id: `a ${memoryId}` }, at: 9 }), { validTo: 9, endedAt: 9, retiredAt: 9 }],
    ["a change", (memoryId) => ({ action: "supersede", change: "world", memoryId, memory: { ...successor, id: `b ${memoryId}` }, endsAt: 5, at: 9 }), { validTo: 5, endedAt: 9, retiredAt: null }],
    ["an end", (memoryId) => ({ action: "end", memoryId, endsAt: 7, at: 9, turnIds: [] }), { validTo: 7, endedAt: 9, retiredAt: null }],
  ])("ends with its memory: %s", async (_, write, expected) => {
    const { realm, memoryId, annId } = await ann({ validTo: 8 });
    await bench.store.writeMemory(realm, write(memoryId));
    expect(await details(realm, annId)).toMatchObject({ ...expected, validTo: Math.min(8, expected.validTo!) });
  });

  it("ends with a memory that the same commit gives a successor", async () => {
    const realm = newRealm();
    const [old, next] = [memory("Ann lives in Berlin"), memory("Ann moved to Bonn")];
    const who = entity("Ann");
    const writes: MemoryWrite[] = [{ action: "create", memory: old }, { action: "supersede", memoryId: old.id, memory: next, at: now, change: "world", endsAt: now - 5 }];
    const relations = [relation(who.id, "LIVES_IN", { object: "Berlin", memoryId: old.id }), relation(who.id, "LIVES_IN", { object: "Bonn", memoryId: next.id })];
    await bench.store.commitMemories(realm, { writes, entities: [who], relations });
    expect(await current(realm)).toEqual(["Bonn"]);
    expect((await bench.store.getEntity(realm, who.id))?.relations.find(({ object }) => object === "Berlin")).toMatchObject({ validTo: now - 5, endedAt: now, retiredAt: null });
  });

  it("is retired with its memory, also when that loses a conflict", async () => {
    const first = await ann();
    await bench.store.retireMemory(first.realm, { id: first.memoryId, at: 9 });
    expect(await details(first.realm, first.annId)).toMatchObject({ retiredAt: 9, validTo: null });
    expect(await current(first.realm)).toEqual([]);
    const { realm, memoryId, annId } = await ann();
    const rival = memory("Ann lives in Bonn");
    await bench.store.writeMemory(realm, { action: "conflict", memory: rival, with: [memoryId], group: "g", at: T0 });
    expect(await details(realm, annId)).toMatchObject({ retiredAt: null });
    await bench.store.resolveConflict(realm, { group: "g", winnerId: rival.id, at: 9 });
    expect(await details(realm, annId)).toMatchObject({ retiredAt: 9 });
    await expect(bench.store.stats(realm)).resolves.toMatchObject({ relations: 0, openConflicts: 0 });
  });

  it("keeps an object that is no entity as text", async () => {
    const { realm, annId } = await ann({ objectId: "none" });
    expect(await details(realm, annId)).toMatchObject({ objectId: null, object: "Berlin" });
  });
}

export function expansionCases(bench: Bench): void {
  interface World {
    realm: Realm;
    ids: Record<string, string>;
    entities: Record<"ann" | "beth" | "rex" | "city", EntityWrite>;
  }

  /** Ann's sister is Beth, whose dog is Rex, who lives in the city; each is mentioned in a memory of its own, Ann in a turn too. */
  async function world(): Promise<World> {
    const realm = newRealm("mine");
    const entities = { ann: entity("Ann"), beth: entity("Beth"), rex: entity("Rex", { type: "concept" }), city: entity("the City", { type: "place" }) };
    const said = turn("I am Ann");
    await append(bench.store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [said] }] });
    const ids: Record<string, string> = { said: said.id };
    for (const [name, write] of Object.entries(entities)) {
      const created = memory(`about ${name}`);
      ids[name] = created.id;
      await bench.store.commitMemories(realm, { writes: [{ action: "create", memory: created }], entities: [write], mentions: [{ entityId: write.id, documentId: created.id }] });
    }
    const { ann, beth, rex, city } = entities;
    const relations = [relation(ann.id, "SISTER_OF", { objectId: beth.id }), relation(rex.id, "DOG_OF", { objectId: beth.id }), relation(rex.id, "LIVES_IN", { objectId: city.id })];
    await bench.store.commitMemories(realm, { writes: [], mentions: [{ entityId: ann.id, documentId: said.id }], relations });
    return { realm, ids, entities };
  }

  const query = (fields: Partial<ExpandQuery> = {}): ExpandQuery => ({ keys: ["ann"], hops: 2, filter: everything({ now }), limit: 10, entityLimit: 10, ...fields });

  async function reached({ realm, ids }: World, fields: Partial<ExpandQuery> = {}): Promise<Record<string, number>> {
    const { hits } = await bench.store.expand(realm, query(fields));
    const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
    return Object.fromEntries(hits.map(({ ref, hop }) => [names.get(ref.id)!, hop]));
  }

  const entityNames = ({ entities }: Expansion): (string | number)[][] => entities.map(({ name, hop }) => [name, hop]);

  it("follows relations in both directions, as far as it is asked to", async () => {
    const found = await world();
    expect(await reached(found, { hops: 0 })).toEqual({ ann: 0, said: 0 });
    expect(await reached(found, { hops: 1 })).toEqual({ ann: 0, said: 0, beth: 1 });
    expect(await reached(found)).toEqual({ ann: 0, said: 0, beth: 1, rex: 2 });
    expect(await reached(found, { keys: ["city", "nobody"] })).toEqual({ city: 0, rex: 1, beth: 2 });
    expect(await reached(found, { keys: [] })).toEqual({});
    expect(entityNames(await bench.store.expand(found.realm, query()))).toEqual([["Ann", 0], ["Beth", 1], ["Rex", 2]]);
  });

  it("follows what something is from the kind only", async () => {
    const { realm, entities } = await world();
    const kind = entity("kind: place", { type: "concept" });
    const relations = [relation(entities.city.id, KIND_PREDICATE, { objectId: kind.id }), relation(entities.ann.id, KIND_PREDICATE, { objectId: kind.id })];
    await bench.store.commitMemories(realm, { writes: [], entities: [kind], relations });
    expect(entityNames(await bench.store.expand(realm, query({ keys: ["kind: place"], hops: 1 })))).toEqual([["kind: place", 0], ["the City", 1], ["Ann", 1]]);
    expect(entityNames(await bench.store.expand(realm, query({ keys: ["city"], hops: 2 })))).toEqual([["the City", 0], ["Rex", 1], ["Beth", 2]]);
  });

  it("tells which terms the documents hold, as they are written", async () => {
    const { realm, ids } = await world();
    const { hits } = await bench.store.expand(realm, query({ terms: ["beth", "bethh", "about", "rex"] }));
    const holding = new Map(hits.map(({ ref, holds }) => [ref.id, holds]));
    expect(holding.get(ids["beth"]!)).toEqual([true, false, true, false]);
    expect(holding.get(ids["rex"]!)).toEqual([false, false, true, true]);
  });

  it("weighs by distance, and less the more documents mention an entity", async () => {
    const { realm, ids, entities } = await world();
    const both = memory("Ann and Beth");
    const mentions = [entities.ann, entities.beth].map(({ id }) => ({ entityId: id, documentId: both.id }));
    await bench.store.commitMemories(realm, { writes: [{ action: "create", memory: both }], mentions });
    const { hits } = await bench.store.expand(realm, query());
    const [ann, beth, rex] = [entityDamping(3), 0.5 * entityDamping(2), 0.25 * entityDamping(1)];
    expect(hits.map(({ ref }) => ref.id)).toEqual([both.id, ids["ann"], ids["said"], ids["beth"], ids["rex"]]);
    const expected = [ann + beth, ann, ann, beth, rex];
    hits.forEach(({ weight }, index) => expect(weight).toBeCloseTo(expected[index]!, 12));
    expect(hits[0]!.ref).toMatchObject({ kind: "memory", namespace: "mine", position: null });
    expect(hits[2]!.ref).toMatchObject({ kind: "turn", position: 0, words: 3 });
    expect(hits.every(({ holds }) => holds.length === 0)).toBe(true);
    expect((await bench.store.expand(realm, query({ limit: 2 }))).hits.map(({ ref }) => ref.id)).toEqual([both.id, ids["ann"]]);
    expect((await bench.store.expand(realm, query({ limit: 0 }))).hits).toEqual([]);
  });

  it("takes the entities that the fewest documents mention first", async () => {
    const { realm, entities } = await world();
    expect(entityNames(await bench.store.expand(realm, query({ keys: ["ann", "beth", "city"], hops: 0, entityLimit: 2 })))).toEqual([["Beth", 0], ["the City", 0]]);
    // Not taken at once, yet a relation leads to her.
    expect(entityNames(await bench.store.expand(realm, query({ keys: ["ann", "beth"], hops: 1, entityLimit: 1 })))).toEqual([["Beth", 0], ["Rex", 1]]);
    await bench.store.mergeEntities(realm, { from: entities.rex.id, into: entities.ann.id });
    expect(entityNames(await bench.store.expand(realm, query({ keys: ["rex"], hops: 1 })))).toEqual([["Ann", 0], ["Beth", 1], ["the City", 1]]);
  });

  it("applies realm and filter before it ranks", async () => {
    const found = await world();
    const { realm, ids, entities } = found;
    expect(await reached(found, { filter: everything({ now, kinds: ["turn"] }) })).toEqual({ said: 0 });
    expect(await reached(found, { filter: everything({ now, kinds: ["memory"] }), limit: 1 })).toEqual({ ann: 0 });
    await bench.store.retireMemory(realm, { id: ids["beth"]!, at: T0 + 50 });
    expect(await reached(found)).toEqual({ ann: 0, said: 0, rex: 2 });
    expect(await reached(found, { filter: everything({ now, knownAt: T0 + 49 }) })).toEqual({ ann: 0, said: 0, beth: 1, rex: 2 });
    expect((await bench.store.expand(realmOf(realm.userId, ["other"]), query())).entities).toEqual([]);
    // A mention in a namespace that may not be read tells nothing.
    const both = realmOf(realm.userId, ["other", "mine"]);
    const hidden = memory("hidden");
    await bench.store.commitMemories(both, { writes: [{ action: "create", memory: hidden }], entities: [entity("Ann")], mentions: [{ entityId: entities.ann.id, documentId: hidden.id }] });
    expect((await bench.store.expand(both, query())).hits.map(({ ref }) => ref.id)).not.toContain(hidden.id);
  });

  it("follows the relations that held at the moment asked for", async () => {
    const found = await world();
    const { realm, entities } = found;
    const { relations } = (await bench.store.getEntity(realm, entities.ann.id))!;
    await bench.store.commitMemories(realm, { writes: [], relations: [{ action: "end", id: relations[0]!.id, validTo: T0 + 10, at: T0 + 20 }] });
    expect(await reached(found)).toEqual({ ann: 0, said: 0 });
    expect(await reached(found, { filter: everything({ now, asOf: T0 + 9 }) })).toEqual({ ann: 0, said: 0, beth: 1, rex: 2 });
    expect(await reached(found, { filter: everything({ now, knownAt: T0 + 19 }) })).toEqual({ ann: 0, said: 0, beth: 1, rex: 2 });
    expect(await reached(found, { filter: everything({ now, knownAt: T0 + 20 }) })).toEqual({ ann: 0, said: 0 });
    expect(await reached(found, { filter: everything({ now, includeHistory: true }) })).toEqual({ ann: 0, said: 0, beth: 1, rex: 2 });
  });
}
