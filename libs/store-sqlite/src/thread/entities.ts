import type { Entity, Relation } from "@memory-cortex/models";
import { decodeCursor, encodeCursor, ENTITY_DETAILS_LIMIT } from "@memory-cortex/store";
import type { EntityDetails, EntityListing, Page } from "@memory-cortex/store";
import { entityKey } from "@memory-cortex/text";

import type { Call } from "./call.ts";
import { groupsOf, rootsOf } from "./entity-groups.ts";
import type { EntityGroup } from "./entity-groups.ts";
import { realmCondition } from "./realm-sql.ts";
import type { UserDatabase } from "./user-database.ts";

/** Entities that have one of the names themselves. */
export function namedBy({ database, realm }: Call, keys: readonly string[]): number[] {
  const allowed = realmCondition(realm, "e.namespace");
  return database.column<number>(
    `SELECT DISTINCT a.entity FROM json_each(@keys) wanted CROSS JOIN alias a ON a.key = wanted.value CROSS JOIN entity e ON e.eid = a.entity WHERE ${allowed.sql}`,
    { ...allowed.parameters, keys: JSON.stringify(keys) },
  );
}

/** The groups of the entities with one of the names, oldest root first. */
export const groupsByKeys = (call: Call, keys: readonly string[]): EntityGroup[] => groupsOf(call.database, namedBy(call, keys));

type EntityRow = Omit<Entity, "aliases" | "documents" | "mergedInto"> & { eid: number; key: string };
type NameRow = [entity: number, key: string, name: string];
type GroupNames = Pick<EntityGroup, "root" | "members" | "documents">;

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
  return entitiesOf(call.database, groupsByKeys(call, keys));
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

/** Shorter parts are in no index: every name is read for them. */
const LEAST_INDEXED_PART = 3;

/** All roots with a name that holds the part. */
function rootsNamedLike({ database }: Call, part: string): number[] {
  const indexed = Array.from(part).length >= LEAST_INDEXED_PART;
  const from = indexed ? "name_index n CROSS JOIN alias a ON a.id = n.rowid WHERE name_index MATCH @phrase AND" : "alias a WHERE";
  const phrase = indexed ? { phrase: `"${part.replaceAll('"', '""')}"` } : {};
  return rootsOf(database, database.column<number>(`SELECT DISTINCT a.entity FROM ${from} instr(a.key, @part) > 0`, { part, ...phrase }));
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
  const groups = new Map(groupsOf(call.database, shown).map((group) => [group.root, group]));
  return { items: entitiesOf(call.database, shown.map((root) => groups.get(root)!)), next: found.length > limit ? encodeCursor(shown.at(-1) ?? 0) : null };
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
  const group = groupsOf(database, [eid])[0]!;
  const { root, members } = group;
  const parameters = { members: JSON.stringify(members), limit: ENTITY_DETAILS_LIMIT };
  const newest = (kind: "turn" | "memory"): string[] =>
    database.column<string>(
      `SELECT d.id FROM (SELECT DISTINCT n.document FROM json_each(@members) e CROSS JOIN mention n ON n.entity = e.value AND n.kind = @kind
         ORDER BY n.document DESC LIMIT @limit) newest CROSS JOIN document d ON d.rid = newest.document ORDER BY d.rid DESC`,
      { ...parameters, kind },
    );
  return {
    entity: entitiesOf(database, [group])[0]!,
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
