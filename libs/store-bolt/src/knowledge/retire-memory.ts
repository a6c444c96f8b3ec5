import { retireMemory as retire } from "@memory-cortex/store/rules";

import type { BoltCall } from "../connection/bolt-call.ts";
import { changeKnowledge } from "./change-knowledge.ts";
import { openWorkingSet } from "./working-set.ts";

export async function retireMemory(call: BoltCall, request: { id: string; at: number }): Promise<boolean> {
  const set = await openWorkingSet(call);
  await set.load({ documents: [request.id] });
  return changeKnowledge(set, (scope) => retire(scope, request));
}
