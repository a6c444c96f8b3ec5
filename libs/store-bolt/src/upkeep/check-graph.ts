import { checkEntitiesQuery, checkNamesQuery, checkRelationsQuery } from "../queries/check-graph.ts";
import { overStretches, problemLines, sumOf } from "./checked-user.ts";
import type { Check } from "./checked-user.ts";

const AT_ONCE = 2_000;

interface EntityPage {
  names: number;
  miscounted: number;
  misplaced: number;
  misnamed: number;
  orphans: number;
  tangled: number;
}

/** Entities, names and relations against what hangs on them. */
export const checkGraph: Check = async (call, { lastEntity, lastRelation }) => {
  const entities = await overStretches<EntityPage>(call, checkEntitiesQuery, { last: lastEntity, size: AT_ONCE });
  const relations = await overStretches<{ misled: number; misfounded: number }>(call, checkRelationsQuery, { last: lastRelation, size: AT_ONCE });
  const [names] = await call.transaction.run<{ names: number }>(checkNamesQuery);
  return problemLines({
    "entities differ from their mentions": sumOf(entities, "miscounted"),
    "mentions that are not found by their entity": sumOf(entities, "misplaced"),
    "entities that nothing mentions or relates to": sumOf(entities, "orphans"),
    "entities whose name is not the first of their names": sumOf(entities, "misnamed"),
    "entities merged in a circle, into several or without a note of it": sumOf(entities, "tangled"),
    "names of no entity": Math.max(0, (names?.names ?? 0) - sumOf(entities, "names")),
    "relations whose ends are not those that they name": sumOf(relations, "misled"),
    "relations that rest on something else than they name": sumOf(relations, "misfounded"),
  });
};
