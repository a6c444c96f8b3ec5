import type { Realm } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";
import { entity, memory, newRealm, relation, remember, say, T0, unit } from "@memory-cortex/store/conformance";
import { findNeo4jClassPath, startNeo4j } from "@memory-cortex/testing/servers";
import type { Neo4jServer } from "@memory-cortex/testing/servers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Connection } from "../connection/connection.ts";
import { query } from "../connection/query.ts";
import { connect, openBoltStore } from "../open-bolt-store.ts";

const found = await findNeo4jClassPath();
const clock = { now: () => T0 };

/** What is done to one user (`$id`) behind the store's back, and what must be told of it. */
const DAMAGES: readonly [damage: string, statement: string, told: string][] = [
  ["a counter of a session", "MATCH (s:Session {user: $id}) SET s.openTurns = 7", "counts of turns that capture or a model should read differ from the turns: 1"],
  ["a turn's place", "MATCH (t:Turn {user: $id, position: 1}) SET t.position = 9", "sessions differ from their turns: 1"],
  ["a session that is gone", "MATCH (s:Session {user: $id}) DETACH DELETE s", "turns without their session: 3"],
  ["the user's total of documents", "MATCH (u:CortexUser {id: $id}) SET u.documents = u.documents + 2", "documents more or less than the user's total: 2"],
  ["the user's total of terms", "MATCH (u:CortexUser {id: $id}) SET u.terms = u.terms - 90", "terms more or less than the user's total: 90"],
  ["a serial that was given twice", "MATCH (d:Document {user: $id, serial: 2}) SET d.serial = 1", "serials used twice: 1"],
  ["a serial that was never given", "MATCH (d:Document {user: $id, serial: 2}) SET d.serial = 99", "serials beyond the user's last one: 1"],
  ["a document that is gone", "MATCH (d:Document {user: $id, serial: 2}) DETACH DELETE d", "documents more or less than the user's total: 1"],
  ["a word that is missing in the text index", "MATCH (d:Document {user: $id, serial: 1}) SET d.terms = left(d.terms, size(d.terms) - 13)", "documents that are indexed with more or less words than they have: 1"],
  ["a retired memory that waits for a vector", "MATCH (m:Memory {user: $id})-[:LACKS]->() SET m.retiredAt = 1", "retired memories that wait for a vector: 1"],
  ["a conflict with nobody", "MATCH (m:Memory {user: $id}) WITH m LIMIT 1 SET m.conflictGroup = 'x', m.conflictStatus = 'active'", "open conflicts of one memory: 1"],
  ["how often a term stands in documents", "MATCH (t:Term {user: $id, term: 'tea'}) SET t.documents = 7", "counts of terms that differ from the documents: 1"],
  ["a term that was not counted", "MATCH (t:Term {user: $id, term: 'tea'}) DELETE t", "counts of terms that differ from the documents: 1"],
  ["a term that no document holds", "MATCH (t:Term {user: $id, term: 'tea'}) CREATE (:Term {key: replace(t.key, t.token, reverse(t.token)), user: $id, documents: 1})", "counts of terms that differ from the documents: 1"],
  ["a vector of another dimension", "MATCH (v:Vector {user: $id}) WITH v LIMIT 1 SET v.value = [1.0]", "vectors that do not fit their document or space: 1"],
  ["a vector that is counted elsewhere", "MATCH (v:Vector {user: $id}) WITH v LIMIT 1 SET v.scope = 'elsewhere'", "vectors that do not fit their document or space: 1"],
  ["a vector whose document is gone", "MATCH (v:Vector {user: $id})-[of:OF]->() WITH of LIMIT 1 DELETE of", "vectors of no document: 1"],
  ["a vector that is not counted", "MATCH (c:VectorScope {user: $id}) SET c.vectors = 0", "vectors that were not counted: 3"],
  ["a document that has its vector and waits for it", "MATCH (:Vector {user: $id})-[:OF]->(d) WITH d LIMIT 1 MATCH (s:Space {user: $id}) CREATE (d)-[:LACKS]->(s)", "documents that wait for a vector and have it: 1"],
  ["the documents of an entity", "MATCH (e:Entity {user: $id, nameKey: 'ann'}) SET e.documents = 9", "entities differ from their mentions: 1"],
  ["a mention that is gone", "MATCH (e:Entity {user: $id, nameKey: 'ann'})<-[m:MENTIONS]-() DELETE m", "entities differ from their mentions: 1"],
  ["a mention that its entity does not find", "MATCH (e:Entity {user: $id, nameKey: 'ann'})<-[m:MENTIONS]-() SET m.place = 'x' + m.place", "mentions that are not found by their entity: 1"],
  ["an entity of nothing", "CREATE (e:Entity {user: $id, key: $id + ' orphan', id: 'orphan', serial: 1, nameKey: 'o', documents: 0, code: 'o'})", "entities that nothing mentions or relates to: 1"],
  ["the first name of an entity", "MATCH (e:Entity {user: $id, nameKey: 'ann'}) SET e.nameKey = 'annie'", "entities whose name is not the first of their names: 1"],
  ["a name that is lost", "MATCH (n:EntityName {user: $id, nameKey: 'acme'}) DETACH DELETE n", "entities whose name is not the first of their names: 1"],
  ["a name of nobody", "MATCH (n:EntityName {user: $id, nameKey: 'annie'})-[names:NAMES]->() DELETE names", "names of no entity: 1"],
  ["entities merged in a circle", "MATCH (e:Entity {user: $id})-[:MERGED_INTO]->(into) CREATE (into)-[:MERGED_INTO]->(e)", "entities merged in a circle, into several or without a note of it: 2"],
  ["an entity that does not know of its merge", "MATCH (e:Entity {user: $id})-[:MERGED_INTO]->(into) REMOVE e.tied", "entities merged in a circle, into several or without a note of it: 1"],
  ["a relation without its object", "MATCH (:Relation {user: $id})-[o:OBJECT]->() DELETE o", "relations whose ends are not those that they name: 1"],
  ["a relation of another subject", "MATCH (r:Relation {user: $id})-[:OBJECT]->() SET r.subjectId = 'x'", "relations whose ends are not those that they name: 1"],
  ["a relation that rests on something else", "MATCH (r:Relation {user: $id})-[:RESTS_ON]->() SET r.memoryId = 'x'", "relations that rest on something else than they name: 1"],
];

describe.skipIf("missing" in found)("checkIntegrity on a real Neo4j", () => {
  let server: Neo4jServer;
  let connection: Connection;
  let store: Store;
  let realm: Realm;
  beforeAll(async () => {
    server = await startNeo4j(found as { classPath: string });
    store = await openBoltStore({ url: server.url, clock });
    connection = await connect({ url: server.url, clock });
  }, 120_000);
  afterAll(async () => {
    await connection.close();
    await store.close();
    await server.stop();
  });

  const damaged = new Map<string, ReturnType<typeof query>>();
  const damage = async (statement: string): Promise<void> => {
    const known = damaged.get(statement) ?? query(`test-damage-${damaged.size}`, () => statement);
    damaged.set(statement, known);
    await connection.changeAll((transaction) => transaction.run(known, { id: realm.userId }));
  };

  /** Turns, memories with and without vectors, entities with aliases, one of them merged, relations between entities and to a text. */
  async function live(): Promise<void> {
    await say(store, realm, ["I like green tea", "Ann works at Acme", "See you"]);
    const { id: spaceId } = await store.createSpace(realm, { embedder: "e", model: "m", dimension: 2, weighting: null, documentsAtStart: 0, createdAt: T0 });
    const waiting = await store.unembedded(realm, { spaceId, limit: 9 });
    await store.saveVectors(realm, { spaceId, vectors: waiting.map(({ id }) => ({ id, vector: unit(1, 1) })) });
    const [ann, anna, acme] = [entity("Ann", { aliases: ["Annie"] }), entity("Anna"), entity("Acme", { type: "organisation" })];
    const told = memory("Ann works at Acme");
    await store.commitMemories(realm, {
      writes: [{ action: "create", memory: told }],
      entities: [ann, anna, acme],
      mentions: [ann, anna, acme].map(({ id }) => ({ entityId: id, documentId: told.id })),
      relations: [relation(ann.id, "works at", { objectId: acme.id, memoryId: told.id }), relation(ann.id, "likes", { object: "tea" })],
    });
    await store.mergeEntities(realm, { from: anna.id, into: ann.id });
  }

  beforeEach(async () => {
    realm = newRealm();
    await live();
  });

  it("finds nothing wrong with what the store wrote, also after changes of all kinds", async () => {
    const old = await remember(store, realm, "old tea");
    await remember(store, realm, "new tea", { supersedes: old.id });
    const [retired, erased] = [await remember(store, realm, "retired"), await remember(store, realm, "erased")];
    await store.retireMemory(realm, { id: retired.id, at: T0 });
    await store.eraseMemory(realm, { id: erased.id, at: T0 });
    await expect(store.checkIntegrity(realm)).resolves.toEqual({ ok: true, problems: [] });
  });

  it.each(DAMAGES)("tells %s", async (_, statement, told) => {
    await damage(statement);
    const { ok, problems } = await store.checkIntegrity(realm);
    expect(ok).toBe(false);
    expect(problems).toContain(told);
  });

  it("does not take a write that comes between for damage", async () => {
    const writing = Array.from({ length: 20 }, async () => say(store, realm, ["one more turn", "and another one"]));
    const reports = await Promise.all(Array.from({ length: 5 }, () => store.checkIntegrity(realm)));
    expect(reports).toEqual(reports.map(() => ({ ok: true, problems: [] })));
    await Promise.all(writing);
  });

  it("knows nobody who is not there", async () => {
    await expect(store.checkIntegrity(newRealm())).resolves.toEqual({ ok: true, problems: [] });
  });
});
