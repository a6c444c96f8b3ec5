import { userRoute } from "@memory-cortex/http";
import type { Route } from "@memory-cortex/http";
import { CortexError } from "@memory-cortex/models";
import { explainRequest, oneRecordParams, oneRecordQuery, recallRequest, recallResponse, searchRequest, searchResponse, synthesizeRequest, synthesizeResponse } from "@memory-cortex/models/wire";
import { z } from "zod";

import type { RecallApiServices } from "../services.ts";

const TAG = "Memory out";

/** Beside the error: a client that reads only these finds nothing, and why. */
const NOTHING_TO_TELL = { narrative: "", sentences: [], ids: [], degraded: [], skipped: { reason: "unknown_user" } };
const NOTHING_KNOWN = { items: [], context: "", degraded: [], skipped: { reason: "unknown_user" } };

/** Questions, and why they were answered so. */
export function recallRoutes({ recall }: Pick<RecallApiServices, "recall">): Route[] {
  return [
    userRoute({
      method: "POST", path: "/v1/recall", summary: "What fits a query, best first, with a block for the prompt", tag: TAG, role: "read", user: "known", failsOpen: true,
      body: recallRequest, whenUnknownUser: NOTHING_KNOWN,
      answers: { 200: { description: "Items and context; what was left out is named", schema: recallResponse } },
      handle: async ({ body, namespaces }) => ({ body: await recall.recall({ ...body, namespaces: [...namespaces] }) }),
    }),
    userRoute({
      method: "POST", path: "/v1/search", summary: "The same candidates and scores without packing", tag: TAG, role: "read", user: "known", failsOpen: true,
      body: searchRequest, whenUnknownUser: NOTHING_KNOWN,
      answers: { 200: { description: "Items, best first", schema: searchResponse } },
      handle: async ({ body, namespaces }) => ({ body: await recall.search({ ...body, namespaces: [...namespaces] }) }),
    }),
    userRoute({
      method: "POST", path: "/v1/explain", summary: "Why these, why not the others, by stage", tag: TAG, role: "read", user: "known",
      body: explainRequest, whenUnknownUser: NOTHING_KNOWN,
      answers: { 200: { description: "Stages, factors and reasons", schema: z.looseObject({ receipt_id: z.string() }) } },
      handle: async ({ body, namespaces }) => ({ body: await recall.explain({ ...body, namespaces: [...namespaces] }) }),
    }),
    userRoute({
      method: "POST", path: "/v1/synthesize", summary: "A narrative on a query, with the ids it rests on; needs a language model", tag: TAG, role: "read", user: "known",
      body: synthesizeRequest, whenUnknownUser: NOTHING_TO_TELL,
      answers: { 200: { description: "The narrative, sentence by sentence, or why there is none", schema: synthesizeResponse } },
      errors: ["not_supported", "llm_unavailable", "llm_rejected", "llm_invalid", "llm_refused", "llm_budget_spent", "timeout"],
      handle: async ({ body, namespaces, signal }) => ({ body: await recall.synthesize({ ...body, namespaces: [...namespaces] }, { signal }) }),
    }),
    userRoute({
      method: "GET", path: "/v1/receipts/{id}", summary: "How an earlier recall came about: ids, numbers and reasons", tag: TAG, role: "read", user: "known",
      params: oneRecordParams, query: oneRecordQuery,
      answers: { 200: { description: "The receipt", schema: z.looseObject({}) } },
      handle: async ({ params, userId, access }) => ({ body: visibleReceipt(await recall.receipt(userId, params.id), access.namespaces) }),
    }),
  ];
}

const receiptRealm = z.object({ namespaces: z.array(z.string()) });

/** A receipt lies with its user, not in a namespace: one over drawers that the token may not open is not there for it. */
function visibleReceipt(receipt: unknown, tied: readonly string[] | null): unknown {
  if (receipt === null) throw new CortexError("not_found");
  const realm = receiptRealm.safeParse(receipt);
  if (tied !== null && !(realm.success && realm.data.namespaces.every((namespace) => tied.includes(namespace)))) throw new CortexError("not_found");
  return receipt;
}
