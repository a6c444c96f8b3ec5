import { mergeEntities as merge, unmergeEntity as unmerge } from "@memory-cortex/store/rules";

import type { BoltCall } from "../connection/bolt-call.ts";
import { changeKnowledge } from "../knowledge/change-knowledge.ts";
import { openWorkingSet } from "../knowledge/working-set.ts";

export async function mergeEntities(call: BoltCall, request: { from: string; into: string }): Promise<boolean> {
  const set = await openWorkingSet(call);
  await set.load({ documents: [], entities: [request.from, request.into] });
  await set.loadStanding();
  return changeKnowledge(set, (scope) => merge(scope, request));
}

export async function unmergeEntity(call: BoltCall, id: string): Promise<boolean> {
  const set = await openWorkingSet(call);
  await set.load({ documents: [], entities: [id] });
  return changeKnowledge(set, (scope) => unmerge(scope, id));
}
