import { realmOf } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import { expect, it } from "vitest";

import type { EntityWrite } from "../graph.ts";
import { ENTITY_DETAILS_LIMIT } from "../graph.ts";
import type { Bench } from "./factories.ts";
import { entity, memory, newRealm, relation, remember, say, T0 } from "./factories.ts";

export function entityCases(bench: Bench): void {
  /** A memory that mentions the entities. */
  async function mention(realm: Realm, text: string, entities: readonly EntityWrite[]): Promise<string> {
    const created = memory(text);
    const mentions = entities.map(({ id }) => ({ entityId: id, documentId: created.id }));
    await bench.store.commitMemories(realm, { writes: [{ action: "create", memory: created }], entities, mentions });
    return created.id;
  }

  const names = async (realm: Realm, ...keys: string[]): Promise<string[][]> =>
    (await bench.store.findEntities(realm, keys)).map(({ name, aliases }) => [name, ...aliases]);

  it("finds an entity by any of its names, however they are written", async () => {
    const realm = newRealm("mine");
    bench.clock.time = T0 + 5;
    const ann = entity("Ann Núñez", { aliases: ["Annie", "the ANNIE", ""] });
    await mention(realm, "a", [ann, entity("Apollo", { type: "project" })]);
    const expected = { id: ann.id, namespace: "mine", name: "Ann Núñez", type: "person", aliases: ["Annie"], createdAt: T0 + 5, mergedInto: null, documents: 1 };
    await expect(bench.store.findEntities(realm, ["annie", "nobody", "ann nunez"])).resolves.toEqual([expected]);
    expect(await names(realm, "apollo", "annie")).toEqual([["Ann Núñez", "Annie"], ["Apollo"]]);
    expect(await names(realm)).toEqual([]);
    bench.clock.time = T0;
  });

  it("adds names to an entity that is there, and makes none twice", async () => {
    const realm = newRealm();
    const ann = entity("Ann");
    await mention(realm, "a", [ann]);
    await mention(realm, "b", [{ ...ann, name: "Annie", aliases: ["Nan"] }]);
    // Another capture that did not know her; and a project of the same name.
    await mention(realm, "c", [entity("the ann", { aliases: ["Anna"] }), entity("Ann", { type: "project" })]);
    const found = await bench.store.findEntities(realm, ["ann"]);
    expect(found).toMatchObject([{ id: ann.id, name: "Ann", aliases: ["Annie", "Nan", "Anna"], documents: 3 }, { type: "project", documents: 1 }]);
  });

  it("lets a concept become what it turns out to be, and nothing else change its kind", async () => {
    const realm = newRealm();
    const [acme, idea] = [entity("Acme", { type: "concept" }), entity("Idea", { type: "concept" })];
    const kinds = async (): Promise<string[]> => (await bench.store.findEntities(realm, ["acme", "idea"])).map(({ type }) => type);
    await mention(realm, "a", [acme, idea]);
    await mention(realm, "b", [{ ...acme, type: "concept" }]);
    expect(await kinds()).toEqual(["concept", "concept"]);
    await mention(realm, "c", [{ ...acme, type: "organisation" }]);
    for (const type of ["concept", "place", "organisation"] as const) {
      await mention(realm, type, [{ ...acme, type }]);
      expect(await kinds()).toEqual(["organisation", "concept"]);
    }
    expect((await bench.store.listEntities(realm, { type: "organisation", limit: 9 })).items).toMatchObject([{ id: acme.id, documents: 6 }]);
    // Who writes from another namespace changes nothing.
    const other = realmOf(realm.userId, ["other"]);
    await remember(bench.store, other, "d");
    await bench.store.commitMemories(other, { writes: [], entities: [{ ...idea, type: "project" }] });
    expect(await kinds()).toEqual(["organisation", "concept"]);
    // A commit that tells two kinds keeps the first.
    await mention(realm, "e", [{ ...idea, type: "project" }, { ...idea, type: "system" }]);
    expect(await kinds()).toEqual(["organisation", "project"]);
  });

  it("counts a mention once, of turns and memories that are there", async () => {
    const realm = newRealm("mine");
    const { turns } = await say(bench.store, realm, ["hello"]);
    const elsewhere = await remember(bench.store, realmOf(realm.userId, ["other"]), "elsewhere");
    const ann = entity("Ann");
    const documents = [turns[0]!.id, turns[0]!.id, "none", elsewhere.id];
    const commit = { writes: [], entities: [ann], mentions: documents.map((documentId) => ({ entityId: ann.id, documentId })) };
    await bench.store.commitMemories(realm, commit);
    await bench.store.commitMemories(realm, commit);
    await expect(bench.store.getEntity(realm, ann.id)).resolves.toMatchObject({ entity: { documents: 1 }, turnIds: [turns[0]!.id], memoryIds: [] });
  });

  it("keeps no entity that nothing mentions or relates to, and none without a name", async () => {
    const realm = newRealm();
    await say(bench.store, realm, ["hello"]);
    const [idle, subject, object] = [entity("Idle"), entity("Subject"), entity("Object")];
    const relations = [relation(subject.id, "KNOWS", { objectId: object.id }), relation("none", "KNOWS")];
    await bench.store.commitMemories(realm, { writes: [], entities: [idle, subject, object, entity("—")], relations });
    expect((await bench.store.listEntities(realm, { limit: 9 })).items.map(({ name }) => name)).toEqual(["Object", "Subject"]);
    await expect(bench.store.stats(realm)).resolves.toMatchObject({ entities: 2, relations: 1 });
    // Named again without a mention: the relation of an earlier commit keeps them.
    await bench.store.commitMemories(realm, { writes: [], entities: [subject, object] });
    await expect(bench.store.stats(realm)).resolves.toMatchObject({ entities: 2, relations: 1 });
  });

  it("tells what is known of an entity, newest first", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, ["one", "two"]);
    const [ann, bob] = [entity("Ann"), entity("Bob")];
    const memoryId = await mention(realm, "a", [ann]);
    const facts = { object: "Bob", validFrom: T0 + 1, validTo: T0 + 9, turnId: turns[0]!.id, memoryId, confidence: 0.25 };
    const knows = relation(ann.id, "KNOWS", { ...facts, objectId: bob.id });
    const likes = relation(bob.id, "LIKES", { object: "tea" });
    const mentions = turns.map(({ id }) => ({ entityId: ann.id, documentId: id }));
    await bench.store.commitMemories(realm, { writes: [], entities: [bob], mentions, relations: [knows, likes] });
    const details = await bench.store.getEntity(realm, ann.id);
    expect(details).toMatchObject({ entity: { id: ann.id, documents: 3 }, merged: [], memoryIds: [memoryId], turnIds: [turns[1]!.id, turns[0]!.id] });
    expect(details?.relations).toEqual([{ ...knows.relation, namespace: "global", retiredAt: null, endedAt: null }]);
    expect((await bench.store.getEntity(realm, bob.id))?.relations.map(({ predicate }) => predicate)).toEqual(["LIKES", "KNOWS"]);
    await expect(bench.store.getEntity(realm, "none")).resolves.toBeNull();
  });

  it("tells only the newest of an entity that is everywhere", async () => {
    const realm = newRealm();
    const { turns } = await say(bench.store, realm, Array.from({ length: ENTITY_DETAILS_LIMIT + 5 }, (_, index) => `turn ${index}`));
    const ann = entity("Ann");
    await bench.store.commitMemories(realm, { writes: [], entities: [ann], mentions: turns.map(({ id }) => ({ entityId: ann.id, documentId: id })) });
    const details = (await bench.store.getEntity(realm, ann.id))!;
    expect(details.turnIds).toEqual(turns.toReversed().slice(0, ENTITY_DETAILS_LIMIT).map(({ id }) => id));
  });

  it("lists entities newest first, in pages, by part of a name and by type", async () => {
    const realm = newRealm();
    await mention(realm, "a", [entity("Ann"), entity("Anton"), entity("Bob", { aliases: ["Santana"] }), entity("Anthill", { type: "project" })]);
    const listed = async (filter: object): Promise<string[]> => {
      const found: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await bench.store.listEntities(realm, { limit: 2, ...filter, ...(cursor !== undefined && { cursor }) });
        found.push(...page.items.map(({ name }) => name));
        cursor = page.next;
      }
      return found;
    };
    expect(await listed({})).toEqual(["Anthill", "Bob", "Anton", "Ann"]);
    expect(await listed({ query: "Ánt" })).toEqual(["Anthill", "Bob", "Anton"]);
    expect(await listed({ query: "ant", type: "person" })).toEqual(["Bob", "Anton"]);
    expect(await listed({ query: "%" })).toEqual(["Anthill", "Bob", "Anton", "Ann"]);
    await expect(bench.store.listEntities(realm, { limit: 2, cursor: "x" })).rejects.toMatchObject({ code: "invalid_fields" });
  });

  it("lets one entity stand for another, and undoes it", async () => {
    const realm = newRealm("mine");
    const [ann, annie, nan] = [entity("Ann"), entity("Annie", { aliases: ["A."] }), entity("Nan")];
    await mention(realm, "a", [ann]);
    await mention(realm, "b", [annie, nan]);
    await bench.store.commitMemories(realm, { writes: [], relations: [relation(annie.id, "LIKES")] });
    const before = await bench.store.findEntities(realm, ["ann", "annie", "nan"]);
    await expect(bench.store.mergeEntities(realm, { from: nan.id, into: annie.id })).resolves.toBe(true);
    await expect(bench.store.mergeEntities(realm, { from: annie.id, into: ann.id })).resolves.toBe(true);
    for (const key of ["ann", "annie", "a.", "nan"]) {
      await expect(bench.store.findEntities(realm, [key])).resolves.toMatchObject([{ id: ann.id, name: "Ann", aliases: ["Annie", "A.", "Nan"], documents: 3 }]);
    }
    const details = (await bench.store.getEntity(realm, nan.id))!;
    expect(details).toMatchObject({ entity: { id: ann.id }, merged: [{ id: annie.id, name: "Annie" }, { id: nan.id, name: "Nan" }] });
    expect(details.relations).toMatchObject([{ subjectId: annie.id }]);
    expect(details.memoryIds).toHaveLength(2);
    expect((await bench.store.listEntities(realm, { query: "nan", limit: 9 })).items.map(({ id }) => id)).toEqual([ann.id]);
    await expect(bench.store.stats(realm)).resolves.toMatchObject({ entities: 1 });
    for (const id of [annie.id, nan.id]) await expect(bench.store.unmergeEntity(realm, id)).resolves.toBe(true);
    await expect(bench.store.findEntities(realm, ["ann", "annie", "nan"])).resolves.toEqual(before);
  });

  it("tells which entity a name was given to, whatever stands for it, so that undoing a merge takes along what was said since", async () => {
    const realm = newRealm("mine");
    const [ann, annie, nan] = [entity("Ann"), entity("Annie", { aliases: ["A."] }), entity("Nan", { type: "concept" })];
    await mention(realm, "a", [ann]);
    await mention(realm, "b", [annie, nan]);
    await bench.store.mergeEntities(realm, { from: nan.id, into: annie.id });
    await bench.store.mergeEntities(realm, { from: annie.id, into: ann.id });
    const own = (fields: object) => ({ namespace: "mine", type: "person", aliases: [], createdAt: T0, mergedInto: null, documents: 1, ...fields });
    const [top, middle] = [own({ id: ann.id, name: "Ann" }), own({ id: annie.id, name: "Annie", aliases: ["A."], mergedInto: ann.id })];
    await expect(bench.store.findNamed(realm, ["a.", "none"])).resolves.toEqual([top, middle]);
    await expect(bench.store.findNamed(realm, ["nan", "nan"])).resolves.toEqual([top, own({ id: nan.id, name: "Nan", type: "concept", mergedInto: ann.id })]);
    await expect(bench.store.findNamed(realm, ["ann"])).resolves.toEqual([top]);
    await expect(bench.store.findNamed(realm, [])).resolves.toEqual([]);
    const since = await mention(realm, "c", [{ ...annie, aliases: [] }]);
    await expect(bench.store.findEntities(realm, ["ann"])).resolves.toMatchObject([{ name: "Ann", aliases: ["Annie", "A.", "Nan"], documents: 4 }]);
    for (const id of [nan.id, annie.id]) await bench.store.unmergeEntity(realm, id);
    await expect(bench.store.findNamed(realm, ["ann", "annie"])).resolves.toEqual([top, { ...middle, mergedInto: null, documents: 2 }]);
    expect((await bench.store.getEntity(realm, annie.id))?.memoryIds[0]).toBe(since);
  });

  it("merges only what is there, of one namespace, and not in a circle", async () => {
    const realm = newRealm("mine");
    const [ann, bob, eve] = [entity("Ann"), entity("Bob"), entity("Eve")];
    await mention(realm, "a", [ann, bob]);
    await mention(realmOf(realm.userId, ["other"]), "b", [eve]);
    const both = realmOf(realm.userId, ["mine", "other"]);
    await bench.store.mergeEntities(realm, { from: ann.id, into: bob.id });
    for (const [from, into] of [[ann.id, ann.id], [bob.id, ann.id], [ann.id, bob.id], ["none", ann.id], [ann.id, "none"], [bob.id, eve.id]] as const) {
      await expect(bench.store.mergeEntities(both, { from, into })).resolves.toBe(false);
    }
    await expect(bench.store.unmergeEntity(realm, bob.id)).resolves.toBe(false);
    await expect(bench.store.unmergeEntity(realm, "none")).resolves.toBe(false);
    await expect(bench.store.unmergeEntity(realmOf(realm.userId, ["other"]), ann.id)).resolves.toBe(false);
  });

  it("shows entities and relations of other namespaces to nobody, and changes none", async () => {
    const realm = newRealm("mine");
    const ann = entity("Ann");
    await mention(realm, "a", [ann]);
    const other = realmOf(realm.userId, ["other", "third"]);
    expect(await names(other, "ann")).toEqual([]);
    await expect(bench.store.getEntity(other, ann.id)).resolves.toBeNull();
    const both = realmOf(realm.userId, ["other", "mine"]);
    const hers = await mention(both, "b", [{ ...ann, aliases: ["Secret"] }]);
    await bench.store.commitMemories(both, { writes: [], relations: [relation(ann.id, "KNOWS", { memoryId: hers })] });
    expect(await names(both, "ann", "secret")).toEqual([["Ann"]]);
    await expect(bench.store.getEntity(realm, ann.id)).resolves.toMatchObject({ entity: { documents: 1 }, relations: [] });
  });

  it("forgets with a memory all that it alone brought", async () => {
    const realm = newRealm();
    const [ann, bob] = [entity("Ann"), entity("Bob")];
    const secret = await mention(realm, "a", [{ ...ann, name: "Codename Zorro" }, bob]);
    const kept = await mention(realm, "b", [ann]);
    await bench.store.commitMemories(realm, { writes: [], relations: [relation(ann.id, "KNOWS", { objectId: bob.id, memoryId: secret }), relation(ann.id, "LIKES", { memoryId: kept })] });
    expect(await names(realm, "ann")).toEqual([["Codename Zorro", "Ann"]]);
    await bench.store.eraseMemory(realm, { id: secret, at: T0 });
    expect(await names(realm, "ann", "bob", "codename zorro")).toEqual([["Ann"]]);
    const details = (await bench.store.getEntity(realm, ann.id))!;
    expect(details).toMatchObject({ entity: { documents: 1 }, relations: [{ predicate: "LIKES" }], memoryIds: [kept] });
    await expect(bench.store.checkIntegrity(realm)).resolves.toEqual({ ok: true, problems: [] });
    await bench.store.eraseMemory(realm, { id: kept, at: T0 });
    expect((await bench.store.listEntities(realm, { limit: 9 })).items).toEqual([]);
  });

  it("keeps a name that another document brought too, or that is the last one", async () => {
    const realm = newRealm();
    const ann = entity("Ann", { aliases: ["Nan"] });
    const first = await mention(realm, "a", [ann]);
    await mention(realm, "b", [{ ...ann, name: "Nan", aliases: [] }]);
    await bench.store.eraseMemory(realm, { id: first, at: T0 });
    expect(await names(realm, "nan")).toEqual([["Nan"]]);
    // It holds the name, whether or not its commit tells.
    const eve = entity("Eve", { aliases: ["Evelyn"] });
    const told = await mention(realm, "e", [eve]);
    const held = await remember(bench.store, realm, "dinner with Évelyn's friends");
    await bench.store.commitMemories(realm, { writes: [], mentions: [{ entityId: eve.id, documentId: held.id }] });
    await bench.store.eraseMemory(realm, { id: told, at: T0 });
    expect(await names(realm, "eve", "evelyn")).toEqual([["Eve", "Evelyn"]]);
    const bob = entity("Bob");
    const only = await mention(realm, "c", [bob]);
    const other = await remember(bench.store, realm, "d");
    await bench.store.commitMemories(realm, { writes: [], mentions: [{ entityId: bob.id, documentId: other.id }] });
    await bench.store.eraseMemory(realm, { id: only, at: T0 });
    expect(await names(realm, "bob")).toEqual([["Bob"]]);
  });

  it("gives an entity back its own name when the one that stood for it is forgotten", async () => {
    const realm = newRealm();
    const [ann, annie, root] = [entity("Ann"), entity("Annie"), entity("Root")];
    const first = await mention(realm, "a", [ann]);
    await mention(realm, "b", [annie, root]);
    await bench.store.mergeEntities(realm, { from: annie.id, into: ann.id });
    await bench.store.mergeEntities(realm, { from: ann.id, into: root.id });
    await bench.store.eraseMemory(realm, { id: first, at: T0 });
    expect(await names(realm, "annie", "ann")).toEqual([["Root", "Annie"]]);
    await bench.store.unmergeEntity(realm, annie.id);
    expect(await names(realm, "annie")).toEqual([["Annie"]]);
  });

  it("writes the graph of a capture with its memories, or nothing", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(bench.store, realm, ["I am Ann"]);
    const gone = await remember(bench.store, realm, "forgotten");
    await bench.store.eraseMemory(realm, { id: gone.id, at: T0 });
    const [ann, zoe] = [entity("Ann"), entity("Zoe")];
    const [kept, forgotten] = [memory("kept"), memory("forgotten")];
    const commit = {
      sessionId,
      turnIds: [turns[0]!.id],
      at: T0,
      entities: [ann, zoe],
      mentions: [{ entityId: ann.id, documentId: turns[0]!.id }, { entityId: ann.id, documentId: kept.id }, { entityId: zoe.id, documentId: forgotten.id }],
      relations: [relation(ann.id, "LIKES", { memoryId: kept.id }), relation(zoe.id, "LIKES", { memoryId: forgotten.id })],
    };
    const writes = [kept, forgotten].map((each) => ({ action: "create" as const, memory: each }));
    const failing = { ...commit, writes: [...writes, { action: "end" as const, memoryId: "none", endsAt: T0, at: T0, turnIds: [] }] };
    await expect(bench.store.commitCapture(realm, failing)).rejects.toMatchObject({ code: "not_found" });
    await expect(bench.store.stats(realm)).resolves.toMatchObject({ entities: 0, relations: 0, memories: 0, openTurns: 1 });
    await expect(bench.store.commitCapture(realm, { ...commit, writes })).resolves.toEqual({ outcome: "committed" });
    await expect(bench.store.commitCapture(realm, { ...commit, writes, entities: [entity("Eve")] })).resolves.toEqual({ outcome: "repeated" });
    expect((await bench.store.listEntities(realm, { limit: 9 })).items).toMatchObject([{ name: "Ann", documents: 2 }]);
    await expect(bench.store.stats(realm)).resolves.toMatchObject({ entities: 1, relations: 1, memories: 1, openTurns: 0 });
  });

  it("makes a user for new memories, and nobody for entities alone", async () => {
    const realm = newRealm();
    await bench.store.commitMemories(realm, { writes: [], entities: [entity("Ann")] });
    await expect(bench.store.commitMemories(realm, { writes: [{ action: "end", memoryId: "x", endsAt: T0, at: T0, turnIds: [] }] })).rejects.toMatchObject({ code: "not_found" });
    await expect(bench.store.userExists(realm)).resolves.toBe(false);
    await bench.store.commitMemories(realm, { writes: [{ action: "conflict", memory: memory("x"), with: [], group: "g", at: T0 }] });
    await expect(bench.store.userExists(realm)).resolves.toBe(true);
  });
}
