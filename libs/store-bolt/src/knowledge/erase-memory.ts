import { forgetMemory } from "@memory-cortex/store/rules";

import type { BoltCall } from "../connection/bolt-call.ts";
import { eraseDocuments } from "../documents/erase-documents.ts";
import { forgetAnswers } from "../ledger/forget-answers.ts";
import { buryMemoryQuery } from "../queries/bury-memory.ts";
import { loadLinkedMemoriesQuery } from "../queries/load-linked-memories.ts";
import { loadMentionsQuery } from "../queries/load-mentions.ts";
import { loadMergedEntitiesQuery } from "../queries/load-merged-entities.ts";
import { loadOtherRelationsQuery } from "../queries/load-other-relations.ts";
import { keyOf } from "../records/keys.ts";
import { toMemory } from "../records/memory-record.ts";
import type { MemoryRow } from "../records/memory-record.ts";
import type { RelationRow } from "../records/relation-record.ts";
import { changeKnowledge } from "./change-knowledge.ts";
import { openWorkingSet } from "./working-set.ts";
import type { LoadedEntity, WorkingSet } from "./working-set.ts";

/** The memory and everything that changes when it goes: versions beside it, what it mentions, what rests on it. */
async function loadAround(set: WorkingSet, id: string): Promise<void> {
  const { transaction } = set.call;
  const key = set.keys([id])[0]!;
  const [linked, mentions] = await Promise.all([
    transaction.run<{ memory: MemoryRow }>(loadLinkedMemoriesQuery, { id }),
    transaction.run<{ entityId: string }>(loadMentionsQuery, { keys: [key] }),
  ]);
  for (const { memory } of linked) set.addMemory(toMemory(memory));
  const ends = [...set.knowledge.relations.values()].flatMap(({ subjectId, objectId }) => (objectId === null ? [subjectId] : [subjectId, objectId]));
  const entities = [...new Set([...mentions.map(({ entityId }) => entityId), ...ends])];
  if (entities.length === 0) return;
  await set.load({ documents: [id], entities });
  const keys = set.keys(entities);
  const [others, merged] = await Promise.all([
    transaction.run<{ relation: RelationRow }>(loadOtherRelationsQuery, { keys, key }),
    transaction.run<LoadedEntity>(loadMergedEntitiesQuery, { keys }),
    set.loadSources(id),
  ]);
  set.addRelations(others);
  set.addEntities(merged);
}

export async function eraseMemory(call: BoltCall, { id, at }: { id: string; at: number }): Promise<boolean> {
  const set = await openWorkingSet(call);
  await set.load({ documents: [id] });
  await loadAround(set, id);
  const erased = await changeKnowledge(set, (scope) => forgetMemory(scope, id));
  if (erased === null) return false;
  const { namespace, contentHash } = erased;
  await eraseDocuments(call, [id]);
  await forgetAnswers(call);
  await call.transaction.run(buryMemoryQuery, { key: keyOf(call.realm.userId, namespace, contentHash), in: namespace, contentHash, at });
  return true;
}
