import { entityDamping, HOP_WEIGHTS, KIND_PREDICATE, MENTIONS_READ, notInForce, RELATIONS_READ } from "@memory-cortex/store";
import type { DocumentFilter, ExpandedEntity, ExpandQuery } from "@memory-cortex/store";

import type { HitTable } from "../hit-table.ts";
import { admits } from "./admits.ts";
import type { Admits } from "./admits.ts";
import type { Call } from "./call.ts";
import { namedBy } from "./entities.ts";
import { rarestGroupsOf } from "./entity-groups.ts";
import type { EntityGroup } from "./entity-groups.ts";
import type { PostingList } from "./posting-list.ts";
import { tabulateHits } from "./tabulate-hits.ts";
import { encodeTerm } from "./term-encoding.ts";
import type { UserDatabase } from "./user-database.ts";

/** Mentions read at once: first about as many as a recall wants, then more, for where a filter lets few through. */
const FIRST_PAGE = 64;
const PAGE = 512;
/** So many are read together with those of other entities: a statement for each costs more. */
const FEW_MENTIONS = 128;

/** What crosses from the thread: for each hit its hop, its weight, and how often it holds each term. */
export interface ExpansionTable {
  entities: ExpandedEntity[];
  hits: HitTable | null;
}

interface Reached {
  group: EntityGroup;
  hop: ExpandedEntity["hop"];
}

type RelationRow = [other: number, createdAt: number, validFrom: number | null, validTo: number | null, retiredAt: number | null, supersededAt: number | null];

function holds([, createdAt, validFrom, validTo, retiredAt, supersededAt]: RelationRow, filter: DocumentFilter): boolean {
  return filter.includeHistory || notInForce({ createdAt, validFrom, validTo, retiredAt, supersededAt, expiresAt: null, conflictStatus: null }, -Infinity, filter) === null;
}

const FACTS = "r.created_at, r.valid_from, r.valid_to, r.retired_at, r.ended_at";
const RELATIONS_OUT = `SELECT r.object_entity, ${FACTS} FROM json_each(@eids) e CROSS JOIN relation r ON r.subject = e.value WHERE r.object_entity IS NOT NULL AND r.predicate <> '${KIND_PREDICATE}'`;
const RELATIONS_IN = `SELECT r.subject, ${FACTS} FROM json_each(@eids) e CROSS JOIN relation r ON r.object_entity = e.value`;

/** Of each entity the newest {@link RELATIONS_READ}: all at once, and one after the other only where together they have more. */
function relationsOf(database: UserDatabase, sql: string, eids: readonly number[]): RelationRow[] {
  const all: RelationRow[] = database.tuples(`${sql} LIMIT @most`, { eids: JSON.stringify(eids), most: RELATIONS_READ + 1 });
  if (all.length <= RELATIONS_READ) return all;
  return eids.flatMap((eid) => database.tuples<RelationRow>(`${sql} ORDER BY r.rel DESC LIMIT @most`, { eids: JSON.stringify([eid]), most: RELATIONS_READ }));
}

/** Entities that relations of these lead to. */
function beside(database: UserDatabase, eids: readonly number[], filter: DocumentFilter): number[] {
  const relations = [RELATIONS_OUT, RELATIONS_IN].flatMap((sql) => relationsOf(database, sql, eids));
  return relations.filter((relation) => holds(relation, filter)).map(([other]) => other);
}

/** Relations are all of one namespace, so they lead to nothing that the realm does not hold. */
function reach(call: Call, { keys, hops, filter, entityLimit }: ExpandQuery): Reached[] {
  const { database } = call;
  const reached = new Map<number, Reached>();
  let found = namedBy(call, keys);
  for (const hop of [0, 1, 2] as const) {
    if (hop > hops || found.length === 0) break;
    const frontier = rarestGroupsOf(database, found, { most: entityLimit, without: reached });
    for (const group of frontier) reached.set(group.root, { group, hop });
    if (hop < hops) found = beside(database, frontier.flatMap(({ members }) => members), filter);
  }
  return [...reached.values()];
}

/** Documents of a kind that mention an entity, newest first. */
function* mentionsOf(database: UserDatabase, entity: number, kind: string): Generator<number, undefined> {
  const sql = "SELECT document FROM mention WHERE entity = @entity AND kind = @kind AND document < @before ORDER BY document DESC LIMIT @most";
  for (let before = Number.MAX_SAFE_INTEGER, most = FIRST_PAGE; ; most = PAGE) {
    const page = database.column<number>(sql, { entity, kind, before, most });
    yield* page;
    if (page.length < most) return undefined;
    before = page.at(-1)!;
  }
}

/** Of all members, newest first; one that several mention comes once. */
function* mentionsOfGroup(database: UserDatabase, members: readonly number[], kind: string): Generator<number, undefined> {
  const heads = members.map((entity) => {
    const source = mentionsOf(database, entity, kind);
    return { source, rid: source.next().value ?? 0 };
  });
  for (;;) {
    const newest = Math.max(...heads.map(({ rid }) => rid));
    if (newest === 0) return undefined;
    yield newest;
    for (const head of heads) if (head.rid === newest) head.rid = head.source.next().value ?? 0;
  }
}

/** Of groups that few documents mention, all at once: memories and turns of each, newest first. By root. */
function fewMentions(database: UserDatabase, groups: readonly EntityGroup[]): Map<number, [memories: number[], turns: number[]]> {
  const rootOf = new Map(groups.flatMap(({ root, members }) => members.map((eid) => [eid, root])));
  const found = new Map(groups.map(({ root }): [number, [Set<number>, Set<number>]] => [root, [new Set(), new Set()]]));
  const sql = "SELECT m.entity, m.kind <> 'memory', m.document FROM json_each(@eids) e CROSS JOIN mention m ON m.entity = e.value AND m.kind IN ('memory', 'turn')";
  const rows: [number, 0 | 1, number][] = groups.length === 0 ? [] : database.tuples(sql, { eids: JSON.stringify([...rootOf.keys()]) });
  for (const [entity, kind, document] of rows) found.get(rootOf.get(entity)!)![kind].add(document);
  const newestFirst = (rids: Set<number>): number[] => [...rids].sort((one, other) => other - one);
  return new Map([...found].map(([root, [memories, turns]]) => [root, [newestFirst(memories), newestFirst(turns)]]));
}

/** The newest that are let through. */
function admittedMentions(mentions: Iterable<number>, { limit, admitted }: { limit: number; admitted: Admits }): number[] {
  const found: number[] = [];
  let read = 0;
  for (const rid of mentions) {
    if (admitted(rid)) found.push(rid);
    read += 1;
    if (found.length >= limit || read >= MENTIONS_READ) break;
  }
  return found;
}

function postingsOf(database: UserDatabase, terms: readonly string[]): PostingList[] {
  if (terms.length === 0) return [];
  database.postings.catchUp(database.documents.erasures);
  return terms.map((term) => database.postings.read(encodeTerm(term)));
}

export function expand(call: Call, query: ExpandQuery): ExpansionTable {
  const { database } = call;
  const reached = reach(call, query);
  const entities = reached.map(({ group: { id, name }, hop }) => ({ id, name, hop }));
  if (reached.length === 0 || query.limit <= 0) return { entities, hits: null };
  database.documents.catchUp();
  const admitted = admits(database.documents, call.realm, query.filter);
  const weights = new Map<number, { hop: number; weight: number }>();
  const few = fewMentions(database, reached.map(({ group }) => group).filter(({ documents }) => documents <= FEW_MENTIONS));
  for (const { group, hop } of reached) {
    const share = HOP_WEIGHTS[hop] * entityDamping(group.documents);
    for (const mentions of few.get(group.root) ?? ["memory", "turn"].map((kind) => mentionsOfGroup(database, group.members, kind))) {
      for (const rid of admittedMentions(mentions, { limit: query.limit, admitted })) {
        const known = weights.get(rid);
        weights.set(rid, { hop: known?.hop ?? hop, weight: (known?.weight ?? 0) + share });
      }
    }
  }
  const heaviest = [...weights].sort(([a, { weight }], [b, { weight: other }]) => other - weight || b - a).slice(0, query.limit);
  const postings = postingsOf(database, query.terms ?? []);
  const values = Float64Array.from(heaviest.flatMap(([rid, { hop, weight }]) => [hop, weight, ...postings.map((each) => each.countIn(rid))]));
  return { entities, hits: tabulateHits(database.documents, heaviest.map(([rid]) => rid), { width: 2 + postings.length, values }) };
}
