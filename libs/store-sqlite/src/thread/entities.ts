import type { Entity, Relation } from "@memory-cortex/models";
import { decodeCursor, encodeCursor, ENTITY_DETAILS_LIMIT } from "@memory-cortex/store";
import type { EntityDetails, EntityListing, Page } from "@memory-cortex/store";
import { entityKey } from "@memory-cortex/text";

import type { Call } from "./call.ts";
import { realmCondition } from "./realm-sql.ts";
import type { UserDatabase } from "./user-database.ts";

/** An entity with those that were merged into it, itself first, the others oldest first. */
export interface EntityGroup {
  root: number;
  id: string;
  name: string;
  members: number[];
  documents: number;
}

interface MemberRow {
  root: number;
  eid: number;
  id: string;
  name: string;
  documents: number;
}

/** In the order of the roots. */
export function groupsOf(database: UserDatabase, roots: readonly number[]): EntityGroup[] {
  const rows = database.all<MemberRow>(
    `WITH RECURSIVE member (root, eid) AS (
       SELECT value, value FROM json_each(@roots) UNION ALL SELECT member.root, e.eid FROM member JOIN entity e ON e.merged_into = member.eid)
     SELECT member.root, e.eid, e.id, e.name, e.documents FROM member CROSS JOIN entity e ON e.eid = member.eid
     ORDER BY e.eid <> member.root, e.eid`,
    { roots: JSON.stringify(roots) },
  );
  const groups = new Map(roots.map((root): [number, EntityGroup] => [root, { root, id: "", name: "", members: [], documents: 0 }]));
  for (const { root, eid, id, name, documents } of rows) {
    const group = groups.get(root)!;
    if (eid === root) Object.assign(group, { id, name });
    group.members.push(eid);
    group.documents += documents;
  }
  return [...groups.values()];
}

/** The entities that stand for these. */
export function rootsOf(database: UserDatabase, eids: readonly number[]): number[] {
  return database.column<number>(
    `WITH RECURSIVE up (eid) AS (
       SELECT value FROM json_each(@eids) UNION SELECT e.merged_into FROM up JOIN entity e ON e.eid = up.eid WHERE e.merged_into IS NOT NULL)
     SELECT e.eid FROM up JOIN entity e ON e.eid = up.eid WHERE e.merged_into IS NULL ORDER BY e.eid`,
    { eids: JSON.stringify(eids) },
  );
}

/** Entities that have one of the names themselves. */
function namedBy({ database, realm }: Call, keys: readonly string[]): number[] {
  const allowed = realmCondition(realm, "e.namespace");
  return database.column<number>(
    `SELECT DISTINCT a.entity FROM json_each(@keys) wanted CROSS JOIN alias a ON a.key = wanted.value CROSS JOIN entity e ON e.eid = a.entity WHERE ${allowed.sql}`,
    { ...allowed.parameters, keys: JSON.stringify(keys) },
  );
}

/** Those that stand for the entities with one of the names, oldest first. */
export const rootsByKeys = (call: Call, keys: readonly string[]): number[] => rootsOf(call.database, namedBy(call, keys));

type EntityRow = Omit<Entity, "aliases" | "documents" | "mergedInto"> & { eid: number; key: string };
type NameRow = [entity: number, key: string, name: string];
type GroupNames = Pick<EntityGroup, "root" | "members" | "documents">;

const toEntities = (database: UserDatabase, roots: readonly number[]): Entity[] => entitiesOf(database, groupsOf(database, roots));

/** One for each of the groups, with the names and documents of its members. */
function entitiesOf(database: UserDatabase, groups: readonly GroupNames[]): Entity[] {
  const eids = JSON.stringify([...new Set(groups.flatMap(({ root, members }) => [root, ...members]))]);
  const rows = database.all<EntityRow>("SELECT eid, id, namespace, name, type, created_at AS createdAt, key FROM entity WHERE eid IN (SELECT value FROM json_each(@eids))", { eids });
  const names: NameRow[] = database.tuples("SELECT a.entity, a.key, a.name FROM json_each(@eids) e CROSS JOIN alias a ON a.entity = e.value ORDER BY a.id", { eids });
  const rowOf = new Map(rows.map((row) => [row.eid, row]));
  const namesOf = Map.groupBy(names, ([entity]) => entity);
  return groups.map(({ root, members, documents }) => {
    const { eid: _eid, key, ...row } = rowOf.get(root)!;
    const aliases = new Map<string, string>();
    for (const [, other, name] of members.flatMap((member) => namesOf.get(member) ?? [])) if (other !== key && !aliases.has(other)) aliases.set(other, name);
    return { ...row, aliases: [...aliases.values()], mergedInto: null, documents };
  });
}

export function findEntities(call: Call, keys: readonly string[]): Entity[] {
  return toEntities(call.database, rootsByKeys(call, keys));
}

export function findNamed(call: Call, keys: readonly string[]): Entity[] {
  const { database } = call;
  const named = namedBy(call, keys);
  const rows = database.all<{ eid: number; documents: number; merged: number }>(
    "SELECT eid, documents, merged_into IS NOT NULL AS merged FROM entity WHERE eid IN (SELECT value FROM json_each(@eids)) ORDER BY eid",
    { eids: JSON.stringify([...named, ...rootsOf(database, named)]) },
  );
  const entities = entitiesOf(database, rows.map(({ eid, documents }) => ({ root: eid, members: [eid], documents })));
  return rows.map(({ eid, merged }, index) => {
    const standing = merged === 1 ? database.value<string>("SELECT id FROM entity WHERE eid = @root", { root: rootsOf(database, [eid])[0] })! : null;
    return { ...entities[index]!, mergedInto: standing };
  });
}

/** All roots with a name that holds the part: reads every name of the user. */
function rootsNamedLike({ database }: Call, part: string): number[] {
  return rootsOf(database, database.column<number>("SELECT DISTINCT entity FROM alias WHERE instr(key, @part) > 0", { part }));
}

export function listEntities(call: Call, { query = "", type, limit, cursor }: EntityListing): Page<Entity> {
  const [before] = cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor(cursor, 1);
  const allowed = realmCondition(call.realm, "e.namespace");
  const part = entityKey(query);
  // Of those named so, each is looked at; of all, from the newest on until there are enough. One statement for both would look at all for those few.
  const from = part === "" ? "entity e" : "json_each(@roots) named CROSS JOIN entity e ON e.eid = named.value";
  const roots = part === "" ? {} : { roots: JSON.stringify(rootsNamedLike(call, part)) };
  const found = call.database.column<number>(
    `SELECT e.eid FROM ${from} WHERE e.merged_into IS NULL AND e.eid < @before AND ${allowed.sql} AND (@type IS NULL OR e.type = @type) ORDER BY e.eid DESC LIMIT @limit`,
    { ...allowed.parameters, ...roots, before, type: type ?? null, limit: limit + 1 },
  );
  const shown = found.slice(0, limit);
  return { items: toEntities(call.database, shown), next: found.length > limit ? encodeCursor(shown.at(-1) ?? 0) : null };
}

/** The eid of an entity that the realm holds. */
function entityEid({ database, realm }: Call, id: string): number | undefined {
  const allowed = realmCondition(realm, "e.namespace");
  return database.value<number>(`SELECT e.eid FROM entity e WHERE e.id = @id AND ${allowed.sql}`, { ...allowed.parameters, id });
}

export const RELATION_COLUMNS = `r.id, r.namespace, s.id AS subjectId, r.predicate, o.id AS objectId, r.object, r.valid_from AS validFrom, r.valid_to AS validTo,
  r.created_at AS createdAt, r.retired_at AS retiredAt, r.ended_at AS endedAt, m.id AS memoryId, t.id AS turnId, r.confidence`;

export const RELATION_JOINS = `CROSS JOIN entity s ON s.eid = r.subject LEFT JOIN entity o ON o.eid = r.object_entity
  LEFT JOIN document m ON m.rid = r.memory LEFT JOIN document t ON t.rid = r.turn`;

export function getEntity(call: Call, id: string): EntityDetails | null {
  const { database } = call;
  const eid = entityEid(call, id);
  if (eid === undefined) return null;
  const [root] = rootsOf(database, [eid]);
  const { members } = groupsOf(database, [root!])[0]!;
  const parameters = { members: JSON.stringify(members), limit: ENTITY_DETAILS_LIMIT };
  const newest = (kind: "turn" | "memory"): string[] =>
    database.column<string>(
      `SELECT d.id FROM (SELECT DISTINCT n.document FROM json_each(@members) e CROSS JOIN mention n ON n.entity = e.value AND n.kind = @kind
         ORDER BY n.document DESC LIMIT @limit) newest CROSS JOIN document d ON d.rid = newest.document ORDER BY d.rid DESC`,
      { ...parameters, kind },
    );
  return {
    entity: toEntities(database, [root!])[0]!,
    merged: database.all("SELECT id, name, type FROM entity WHERE eid IN (SELECT value FROM json_each(@members)) AND eid <> @root ORDER BY eid", { ...parameters, root }),
    relations: database.all<Relation>(
      `SELECT ${RELATION_COLUMNS} FROM (
         SELECT rel FROM relation WHERE subject IN (SELECT value FROM json_each(@members))
         UNION SELECT rel FROM relation WHERE object_entity IN (SELECT value FROM json_each(@members)) ORDER BY rel DESC LIMIT @limit) found
       CROSS JOIN relation r ON r.rel = found.rel ${RELATION_JOINS} ORDER BY r.rel DESC`,
      parameters,
    ),
    memoryIds: newest("memory"),
    turnIds: newest("turn"),
  };
}

interface Merging {
  eid: number;
  namespace: string;
  mergedInto: number | null;
}

export function mergeEntities(call: Call, request: { from: string; into: string }): boolean {
  const { database } = call;
  const [from, into] = [request.from, request.into].map((id) =>
    database.get<Merging>("SELECT eid, namespace, merged_into AS mergedInto FROM entity WHERE eid = @eid", { eid: entityEid(call, id) ?? null }),
  );
  if (from === undefined || into === undefined || from.namespace !== into.namespace || from.mergedInto !== null) return false;
  const [root] = rootsOf(database, [into.eid]);
  return root !== from.eid && database.run("UPDATE entity SET merged_into = @root WHERE eid = @eid", { root, eid: from.eid }) > 0;
}

export function unmergeEntity(call: Call, id: string): boolean {
  const eid = entityEid(call, id) ?? null;
  return call.database.run("UPDATE entity SET merged_into = NULL WHERE eid = @eid AND merged_into IS NOT NULL", { eid }) > 0;
}
