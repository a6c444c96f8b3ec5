import { forgetMemory } from "@memory-cortex/store/rules";

import type { BoltCall } from "../connection/bolt-call.ts";
import { eraseDocuments } from "../documents/erase-documents.ts";
import { forgetAnswers } from "../ledger/forget-answers.ts";
import { buryMemoryQuery } from "../queries/bury-memory.ts";
import { loadLinkedMemoriesQuery } from "../queries/load-linked-memories.ts";
import { keyOf } from "../records/keys.ts";
import { toMemory } from "../records/memory-record.ts";
import type { MemoryRow } from "../records/memory-record.ts";
import { changeKnowledge } from "./change-knowledge.ts";
import { loadGraphAround } from "./load-graph-around.ts";
import { openWorkingSet } from "./working-set.ts";
import type { WorkingSet } from "./working-set.ts";

/** The memory and everything that changes when it goes: versions beside it, what it mentions, what rests on it. */
async function loadAround(set: WorkingSet, id: string): Promise<void> {
  const [linked] = await Promise.all([set.call.transaction.run<{ memory: MemoryRow }>(loadLinkedMemoriesQuery, { id }), loadGraphAround(set, id)]);
  for (const { memory } of linked) set.addMemory(toMemory(memory));
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
