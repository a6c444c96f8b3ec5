import type { Memory, Realm, Turn } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";
import { analyseQuery } from "@memory-cortex/text";

import { WINDOW_LIMITS } from "../capture/llm/index.ts";
import { isPerson } from "../capture/people.ts";

export interface RelatedQuery {
  realm: Realm;
  turns: readonly Turn[];
  now: number;
  signal: AbortSignal;
}

/** Current memories that share words with what people say in the turns, the nearest first: a model need not repeat them, or tells what changed. */
export async function relatedMemories(store: Pick<Store, "searchText" | "getDocuments">, { realm, turns, now, signal }: RelatedQuery): Promise<Memory[]> {
  const terms = analyseQuery(turns.filter(isPerson).map(({ text }) => text.slice(0, WINDOW_LIMITS.personChars)).join("\n"));
  if (terms.length === 0) return [];
  const hits = await store.searchText(realm, { terms, filter: { kinds: ["memory"], includeHistory: false, now }, limit: WINDOW_LIMITS.related, window: 0 }, { signal });
  const documents = await store.getDocuments(realm, hits.map(({ ref }) => ref.id), { signal });
  return documents.filter((document) => document.kind === "memory");
}
