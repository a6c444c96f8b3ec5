import { entityDamping, HOP_WEIGHTS, KIND_PREDICATE, MENTIONS_READ, notInForce, RELATIONS_READ } from "@memory-cortex/store";
import type { DocumentFilter, ExpandedEntity, ExpandQuery } from "@memory-cortex/store";

import type { HitTable } from "../hit-table.ts";
import { admits } from "./admits.ts";
import type { Admits } from "./admits.ts";
import type { Call } from "./call.ts";
import { groupsOf, rootsByKeys, rootsOf } from "./entities.ts";
import type { EntityGroup } from "./entities.ts";
import type { PostingList } from "./posting-list.ts";
import { tabulateHits } from "./tabulate-hits.ts";
import { encodeTerm } from "./term-encoding.ts";
import type { UserDatabase } from "./user-database.ts";

/** Mentions read at once: first about as many as a recall wants, then more, for where a filter lets few through. */
const FIRST_PAGE = 64;
const PAGE = 512;

/** What crosses from the thread: for each hit its hop, its weight, and how often it holds each term. */
export interface ExpansionTable {
  entities: ExpandedEntity[];
  hits: HitTable | null;
}

interface Reached {
  group: EntityGroup;
  hop: ExpandedEntity["hop"];
}

interface RelationEnds {
  other: number;
  createdAt: number;
  validFrom: number | null;
  validTo: number | null;
  retiredAt: number | null;
  supersededAt: number | null;
}

function holds(relation: RelationEnds, filter: DocumentFilter): boolean {
  return filter.includeHistory || notInForce({ ...relation, expiresAt: null, conflictStatus: null }, -Infinity, filter) === null;
}

const ENDS = "r.created_at AS createdAt, r.valid_from AS validFrom, r.valid_to AS validTo, r.retired_at AS retiredAt, r.ended_at AS supersededAt";

/** Entities that relations of this one lead to. */
function beside(database: UserDatabase, eid: number, filter: DocumentFilter): number[] {
  const limit = `LIMIT ${RELATIONS_READ}`;
  const out = database.all<RelationEnds>(`SELECT r.object_entity AS other, ${ENDS} FROM relation r WHERE r.subject = @eid AND r.object_entity IS NOT NULL AND r.predicate <> '${KIND_PREDICATE}' ${limit}`, { eid });
  const into = database.all<RelationEnds>(`SELECT r.subject AS other, ${ENDS} FROM relation r WHERE r.object_entity = @eid ${limit}`, { eid });
  return [...out, ...into].filter((relation) => holds(relation, filter)).map(({ other }) => other);
}

/** Relations are all of one namespace, so they lead to nothing that the realm does not hold. */
function reach(call: Call, { keys, hops, filter, entityLimit }: ExpandQuery): Reached[] {
  const { database } = call;
  let roots = rootsByKeys(call, keys);
  const reached = new Map<number, Reached>();
  for (const hop of [0, 1, 2] as const) {
    if (hop > hops) break;
    const rarest = groupsOf(database, roots).sort((a, b) => a.documents - b.documents || a.root - b.root);
    const frontier = rarest.slice(0, entityLimit);
    for (const group of frontier) reached.set(group.root, { group, hop });
    const next = hop === hops ? [] : frontier.flatMap(({ members }) => members.flatMap((eid) => beside(database, eid, filter)));
    roots = rootsOf(database, [...new Set(next)]).filter((root) => !reached.has(root));
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

/** The newest that are let through. */
function admittedMentions(mentions: Generator<number, undefined>, { limit, admitted }: { limit: number; admitted: Admits }): number[] {
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
  for (const { group, hop } of reached) {
    const share = HOP_WEIGHTS[hop] * entityDamping(group.documents);
    for (const kind of ["memory", "turn"]) {
      for (const rid of admittedMentions(mentionsOfGroup(database, group.members, kind), { limit: query.limit, admitted })) {
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
