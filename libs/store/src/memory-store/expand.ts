import { entityDamping, HOP_WEIGHTS, KIND_PREDICATE } from "../graph.ts";
import type { Expansion, ExpandedEntity, ExpandQuery, GraphHit } from "../graph.ts";
import { notInForce } from "../in-force.ts";
import type { DocumentFilter } from "../search.ts";
import type { Relation } from "@memory-cortex/models";
import { rootOf } from "../rules/entity-merges.ts";
import type { StoredEntity } from "../rules/knowledge.ts";
import { documentsOf, groupOf, rootsByKeys } from "./entities.ts";
import type { Scope, StoredDocument } from "./user-state.ts";
import { termsOf, toRef, visibleDocuments } from "./user-state.ts";
import { matchesFilter } from "./visibility.ts";

function holds(relation: Relation, filter: DocumentFilter): boolean {
  const facts = { ...relation, expiresAt: null, supersededAt: relation.endedAt, conflictStatus: null };
  return filter.includeHistory || notInForce(facts, -Infinity, filter) === null;
}

/** Distinct entities that relations of these lead to. */
function beside(scope: Scope, roots: readonly StoredEntity[], filter: DocumentFilter): StoredEntity[] {
  const ids = new Set(roots.flatMap((root) => groupOf(scope, root).map(({ id }) => id)));
  const related = [...scope.user.relations.values()].filter((relation) => relation.objectId !== null && holds(relation, filter));
  const ends = related.flatMap(({ subjectId, predicate, objectId }) => [ids.has(subjectId) && predicate !== KIND_PREDICATE ? [objectId!] : [], ids.has(objectId!) ? [subjectId] : []].flat());
  return [...new Set(ends.map((id) => rootOf(scope, scope.user.entities.get(id)!)))];
}

/** Those that the fewest documents mention first, among equals the older ones. */
function rarestFirst(scope: Scope, roots: readonly StoredEntity[]): StoredEntity[] {
  const count = (root: StoredEntity): number => documentsOf(groupOf(scope, root));
  return roots.toSorted((a, b) => count(a) - count(b) || a.serial - b.serial);
}

interface Reached {
  root: StoredEntity;
  hop: ExpandedEntity["hop"];
}

function reach(scope: Scope, { keys, hops, filter, entityLimit }: ExpandQuery): Reached[] {
  let found = rootsByKeys(scope, keys);
  const reached: Reached[] = [];
  for (const hop of [0, 1, 2] as const) {
    if (hop > hops) break;
    const frontier = rarestFirst(scope, found).slice(0, entityLimit);
    reached.push(...frontier.map((root) => ({ root, hop })));
    found = beside(scope, frontier, filter).filter((root) => !reached.some((each) => each.root === root));
  }
  return reached;
}

export function expand(scope: Scope, query: ExpandQuery): Expansion {
  const reached = reach(scope, query);
  const { terms = [] } = query;
  const allowed = visibleDocuments(scope).filter((document) => matchesFilter(document, query.filter)).toReversed();
  const hits = new Map<StoredDocument, GraphHit>();
  for (const { root, hop } of reached) {
    const group = groupOf(scope, root);
    const weight = HOP_WEIGHTS[hop] * entityDamping(documentsOf(group));
    const mentioning = allowed.filter(({ id }) => group.some(({ documents }) => documents.has(id)));
    for (const kind of ["memory", "turn"]) {
      for (const document of mentioning.filter((each) => each.kind === kind).slice(0, query.limit)) {
        const hit = hits.get(document);
        hits.set(document, { ref: toRef(document), hop: hit?.hop ?? hop, weight: (hit?.weight ?? 0) + weight, holds: terms.map((term) => termsOf(document).includes(term)) });
      }
    }
  }
  const heaviest = [...hits].sort(([a, { weight }], [b, { weight: other }]) => other - weight || b.serial - a.serial);
  return {
    entities: reached.map(({ root, hop }) => ({ id: root.id, name: root.names[0]!.name, hop })),
    hits: heaviest.slice(0, query.limit).map(([, hit]) => hit),
  };
}
