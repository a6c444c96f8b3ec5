import { retireExpired as retire } from "@memory-cortex/store/rules";

import type { BoltCall } from "../connection/bolt-call.ts";
import { listExpiredQuery } from "../queries/list-expired.ts";
import { changeKnowledge } from "./change-knowledge.ts";
import { openWorkingSet } from "./working-set.ts";

export async function retireExpired(call: BoltCall, request: { at: number; limit: number }): Promise<number> {
  const expired = await call.transaction.run<{ id: string }>(listExpiredQuery, request);
  if (expired.length === 0) return 0;
  const set = await openWorkingSet(call);
  await set.load({ documents: expired.map(({ id }) => id) });
  return changeKnowledge(set, (scope) => retire(scope, request));
}
