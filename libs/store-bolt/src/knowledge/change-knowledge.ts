import type { KnowledgeScope } from "@memory-cortex/store/rules";

import { countChangeQuery } from "../queries/count-change.ts";
import { saveEntities } from "./save-entities.ts";
import { saveMemories } from "./save-memories.ts";
import { saveRelations } from "./save-relations.ts";
import type { WorkingSet } from "./working-set.ts";

/**
 * Lets rules of the store port change what is loaded, and saves the difference: at most a dozen statements, however much it is, in one round
 * trip a kind. A rule that answers false or null has changed nothing.
 */
export async function changeKnowledge<Result>(set: WorkingSet, rule: (scope: KnowledgeScope) => Result): Promise<Result> {
  const { call, knowledge } = set;
  const before = structuredClone(knowledge);
  const result = rule({ user: knowledge, realm: call.realm, now: call.now });
  if (result === false || result === null) return result;
  await saveMemories(call, before, knowledge);
  await saveEntities(set, before);
  const lastRelation = await saveRelations(set, before);
  await call.transaction.run(countChangeQuery, { lastEntity: knowledge.lastEntity, lastRelation });
  return result;
}
