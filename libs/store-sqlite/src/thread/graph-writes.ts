import { realmOf, writeNamespace } from "@memory-cortex/models";
import type { EntityWrite, GraphWrites, Mention, NewRelation, RelationWrite } from "@memory-cortex/store";
import { entityKey } from "@memory-cortex/text";

import type { Call } from "./call.ts";
import { mergeEntities } from "./entities.ts";
import { EntityNames, indexNames } from "./entity-names.ts";
import type { UserDatabase } from "./user-database.ts";

/** What one commit says of its entities: which stored one each id stands for, and the aliases it named. */
interface Written {
  eid: number;
  aliases: number[];
}

type Find = (id: string) => number | undefined;

/** The one with the id; else one of the same name and type; else a new one. Undefined: of another namespace, or without a name. */
function entityFor({ database, realm, now }: Call, { id, name, type }: EntityWrite, names: EntityNames): number | undefined {
  const namespace = writeNamespace(realm);
  const stored = names.stored(id);
  if (stored !== undefined && stored.namespace !== namespace) return undefined;
  names.tell(id, type);
  if (stored !== undefined) return stored.eid;
  const key = entityKey(name);
  if (key === "") return undefined;
  const same = database.value<number>(
    `SELECT e.eid FROM alias a CROSS JOIN entity e ON e.eid = a.entity
     WHERE a.key = @key AND e.key = @key AND e.namespace = @namespace AND e.type = @type ORDER BY e.eid LIMIT 1`,
    { key, namespace, type },
  );
  if (same !== undefined) return same;
  const eid = database.insert("INSERT INTO entity (id, namespace, name, key, type, created_at) VALUES (@id, @namespace, @name, @key, @type, @now)", { id, namespace, name, key, type, now });
  names.add({ id, eid, namespace, type });
  return eid;
}

/** All of it in the namespace that the realm writes to. */
export function writeGraph(call: Call, { entities = [], mentions = [], relations = [], merges = [] }: Partial<GraphWrites>): void {
  if (entities.length + mentions.length + relations.length + merges.length === 0) return;
  const { database } = call;
  const namespace = writeNamespace(call.realm);
  const names = new EntityNames(database, entityIdsIn({ entities, mentions, relations }));
  const written = new Map<string, Written>();
  for (const write of entities) {
    const eid = entityFor(call, write, names);
    if (eid !== undefined) written.set(write.id, { eid, aliases: names.learn(eid, [write.name, ...write.aliases]) });
  }
  indexNames(database);
  const storedHere = (id: string): number | undefined => (names.stored(id)?.namespace === namespace ? names.stored(id)!.eid : undefined);
  const find: Find = (id) => written.get(id)?.eid ?? storedHere(id);
  const mentioned = writeMentions(call, mentions, { find, names, written });
  for (const write of relations) writeRelation(call, write, find);
  for (const { eid } of written.values()) if (!mentioned.has(eid)) removeOrphan(database, eid);
  const here = { ...call, realm: realmOf(call.realm.userId, [namespace]) };
  for (const merge of merges) mergeEntities(here, merge);
}

function entityIdsIn({ entities, mentions, relations }: Pick<GraphWrites, "entities" | "mentions" | "relations">): string[] {
  const related = relations.flatMap((write) => (write.action === "create" ? [write.relation.subjectId, write.relation.objectId] : []));
  return [...entities.map(({ id }) => id), ...mentions.map(({ entityId }) => entityId), ...related].filter((id) => id !== null);
}

interface Mentioned {
  find: Find;
  names: EntityNames;
  written: ReadonlyMap<string, Written>;
}

/** Which documents mention which entities, and which of their names each brings: those that the commit names, and those in its text. Gives the entities. */
function writeMentions(call: Call, mentions: readonly Mention[], { find, names, written }: Mentioned): Set<number> {
  const mentioned = new Set<number>();
  if (mentions.length === 0) return mentioned;
  const { database } = call;
  const documents = documentsHere(call, mentions.map(({ documentId }) => documentId));
  const rows: [entity: number, kind: string, document: number][] = [];
  const sources: [document: number, alias: number][] = [];
  for (const { entityId, documentId } of mentions) {
    const [entity, document] = [find(entityId), documents.get(documentId)];
    if (entity === undefined || document === undefined) continue;
    rows.push([entity, document.kind, document.rid]);
    mentioned.add(entity);
    const said = written.get(entityId)?.aliases ?? [];
    for (const [key, alias] of names.aliasesOf(entity)) if (said.includes(alias) || document.key.includes(key)) sources.push([document.rid, alias]);
  }
  database.run("INSERT OR IGNORE INTO mention (entity, kind, document) SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(@rows)", { rows: JSON.stringify(rows) });
  database.run("INSERT OR IGNORE INTO alias_source (document, alias) SELECT value ->> 0, value ->> 1 FROM json_each(@sources)", { sources: JSON.stringify(sources) });
  return mentioned;
}

interface MentioningDocument {
  rid: number;
  kind: string;
  /** The text as a key. */
  key: string;
}

function documentsHere({ database, realm }: Call, ids: readonly string[]): Map<string, MentioningDocument> {
  const rows: [id: string, rid: number, kind: string, text: string][] = database.tuples(
    "SELECT id, rid, kind, text FROM document WHERE id IN (SELECT value FROM json_each(@ids)) AND namespace = @namespace",
    { ids: JSON.stringify([...new Set(ids)]), namespace: writeNamespace(realm) },
  );
  return new Map(rows.map(([id, rid, kind, text]) => [id, { rid, kind, key: entityKey(text) }]));
}

const documentHere = ({ database, realm }: Call, id: string): number | undefined =>
  database.value<number>("SELECT rid FROM document WHERE id = @id AND namespace = @namespace", { id, namespace: writeNamespace(realm) });

function writeRelation(call: Call, write: RelationWrite, find: Find): void {
  if (write.action === "create") {
    createRelation(call, write.relation, find);
    return;
  }
  const { id, validTo, at } = write;
  call.database.run(
    `UPDATE relation SET valid_to = min(coalesce(valid_to, @validTo), @validTo), ended_at = coalesce(ended_at, @at) WHERE id = @id AND namespace = @namespace`,
    { id, validTo, at, namespace: writeNamespace(call.realm) },
  );
}

function createRelation(call: Call, relation: NewRelation, find: Find): void {
  const { memoryId, turnId } = relation;
  const subject = find(relation.subjectId);
  const [memory, turn] = [memoryId, turnId].map((id) => (id === null ? null : documentHere(call, id)));
  if (subject === undefined || memory === undefined || turn === undefined) return;
  const objectEntity = relation.objectId === null ? null : (find(relation.objectId) ?? null);
  call.database.run(
    `INSERT OR IGNORE INTO relation (id, namespace, subject, predicate, object_entity, object, valid_from, valid_to, created_at, memory, turn, confidence)
     VALUES (@id, @namespace, @subject, @predicate, @objectEntity, @object, @validFrom, @validTo, @createdAt, @memory, @turn, @confidence)`,
    { ...relation, namespace: writeNamespace(call.realm), subject, objectEntity, memory, turn },
  );
  // A memory that the same commit has already given a successor is over, and so is what rests on it.
  if (memory !== null) followMemory(call.database, memory);
}

/** What rests on a memory ends with it, and is retired with it. */
export function followMemory(database: UserDatabase, rid: number): void {
  database.run(
    `UPDATE relation SET valid_to = CASE WHEN d.valid_to IS NULL THEN relation.valid_to ELSE min(coalesce(relation.valid_to, d.valid_to), d.valid_to) END,
       ended_at = coalesce(ended_at, m.superseded_at), retired_at = coalesce(relation.retired_at, d.retired_at)
     FROM document d JOIN memory m ON m.rid = d.rid WHERE d.rid = @rid AND relation.memory = @rid`,
    { rid },
  );
}

/** Before a document is erased: nothing of it stays, no mention, no relation, no name that it alone brought. */
export function forgetDocument(database: UserDatabase, rid: number): void {
  const touched = database.column<number>(
    `SELECT entity FROM mention WHERE document = @rid
     UNION SELECT subject FROM relation WHERE memory = @rid OR turn = @rid
     UNION SELECT object_entity FROM relation WHERE (memory = @rid OR turn = @rid) AND object_entity IS NOT NULL`,
    { rid },
  );
  const named = database.column<number>("SELECT alias FROM alias_source WHERE document = @rid", { rid });
  database.run("DELETE FROM alias_source WHERE document = @rid", { rid });
  database.run("DELETE FROM mention WHERE document = @rid", { rid });
  database.run("DELETE FROM relation WHERE memory = @rid OR turn = @rid", { rid });
  for (const eid of touched) {
    removeNames(database, eid, named);
    removeOrphan(database, eid);
  }
}

/** One that is still mentioned or related to keeps its first name when there is no other. */
function removeNames(database: UserDatabase, entity: number, candidates: readonly number[]): void {
  const lost = database.column<number>(
    `SELECT a.id FROM alias a WHERE a.entity = @entity AND a.id IN (SELECT value FROM json_each(@candidates))
       AND NOT EXISTS (SELECT 1 FROM mention n CROSS JOIN alias_source s ON s.document = n.document AND s.alias = a.id WHERE n.entity = a.entity) ORDER BY a.id`,
    { entity, candidates: JSON.stringify(candidates) },
  );
  const known = database.column<number>("SELECT id FROM alias WHERE entity = @entity ORDER BY id", { entity });
  const kept = lost.length === known.length ? known[0] : undefined;
  for (const alias of lost) if (alias !== kept) database.run("DELETE FROM alias WHERE id = @alias", { alias });
  if (lost.length > 0) database.run("UPDATE entity SET (name, key) = (SELECT name, key FROM alias WHERE entity = @entity ORDER BY id LIMIT 1) WHERE eid = @entity", { entity });
}

/** What was merged into it is then merged into what it was merged into itself. */
function removeOrphan(database: UserDatabase, eid: number): void {
  const used = database.value(
    `SELECT 1 FROM entity WHERE eid = @eid AND documents > 0 UNION ALL SELECT 1 FROM relation WHERE subject = @eid
     UNION ALL SELECT 1 FROM relation WHERE object_entity = @eid LIMIT 1`,
    { eid },
  );
  if (used !== undefined) return;
  database.run("UPDATE entity SET merged_into = (SELECT merged_into FROM entity WHERE eid = @eid) WHERE merged_into = @eid", { eid });
  database.run("DELETE FROM entity WHERE eid = @eid", { eid });
}
