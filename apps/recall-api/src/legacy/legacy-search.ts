import { searchRequest } from "@memory-cortex/models/wire";
import type { LegacyFact } from "@memory-cortex/models";
import type { UserCall } from "@memory-cortex/http";

import type { RecallApiServices } from "../services.ts";
import { toLegacyFact } from "./legacy-fact.ts";

export interface LegacySearch {
  facts: LegacyFact[];
  /** Candidates that were looked at. */
  searched: number;
}

/**
 * Memories and turns that fit a query, best first, for the older routes. Turns count as facts too: what was said a moment ago is there
 * before anything is distilled from it.
 */
export async function legacySearch(
  { recall, store }: Pick<RecallApiServices, "recall" | "store">,
  { userId, realm, namespaces }: Pick<UserCall, "userId" | "realm" | "namespaces">,
  { query, limit }: { query: string; limit: number },
): Promise<LegacySearch> {
  const found = await recall.searchRaw({ ...searchRequest.parse({ query, user_id: userId, kinds: ["memory", "turn"], limit }), namespaces: [...namespaces] });
  const documents = await store.getDocuments(realm, found.items.map((item) => item.id));
  const byId = new Map(documents.map((document) => [document.id, document]));
  const facts = found.items.flatMap((item) => {
    const document = byId.get(item.id);
    return document === undefined ? [] : [toLegacyFact(userId, document, item)];
  });
  return { facts, searched: found.searched };
}
