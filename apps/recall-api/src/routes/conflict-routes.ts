import { userRoute } from "@memory-cortex/http";
import type { Route } from "@memory-cortex/http";
import { CortexError } from "@memory-cortex/models";
import { conflictParams, listConflictsQuery, listConflictsResponse, resolveConflictRequest, resolveConflictResponse } from "@memory-cortex/models/wire";

import type { RecallApiServices } from "../services.ts";

const TAG = "Conflicts";

/** Memories that cannot all be true, and a person's word on which of them is. */
export function conflictRoutes({ store, memories, clock }: Pick<RecallApiServices, "store" | "memories" | "clock">): Route[] {
  return [
    userRoute({
      method: "GET", path: "/v1/conflicts", summary: "Open conflicts", tag: TAG, role: "read", user: "known",
      query: listConflictsQuery,
      answers: { 200: { description: "One page", schema: listConflictsResponse } },
      whenUnknownUser: { conflicts: [] },
      handle: async ({ query, realm }) => {
        const { items, next } = await store.listConflicts(realm, { limit: query.limit, ...(query.cursor === undefined ? {} : { cursor: query.cursor }) });
        return { body: { conflicts: items.map(({ group, memories: members }) => ({ group, memories: members.map((memory) => memories.toMemoryView(memory)) })), next_cursor: next } };
      },
    }),
    userRoute({
      method: "POST", path: "/v1/conflicts/{group}/resolve", summary: "Says which memory stands; the others end and do not come back", tag: TAG, role: "write", user: "known",
      params: conflictParams, body: resolveConflictRequest,
      answers: { 200: { description: "What became of them", schema: resolveConflictResponse } },
      handle: async ({ params, body, realm }) => {
        const { group } = params;
        const resolved = await store.resolveConflict(realm, { group, winnerId: body.winner, at: clock.now() });
        if (!resolved) throw new CortexError("not_found", { detail: "The memory is not in an open conflict of this name." });
        const losers = (await store.history(realm, body.winner)).filter(({ conflictGroup, conflictStatus }) => conflictGroup === group && conflictStatus === "resolved");
        return { body: { group, winner: body.winner, retired: losers.map(({ id }) => id) } };
      },
    }),
  ];
}
