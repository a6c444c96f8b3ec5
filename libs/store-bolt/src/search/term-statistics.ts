import type { BoltCall } from "../connection/bolt-call.ts";
import { countTermsQuery } from "../queries/count-terms.ts";
import { uncountTermsQuery } from "../queries/uncount-terms.ts";
import { keyOf } from "../records/keys.ts";
import { termToken } from "./encode-terms.ts";
import { shelvedWord } from "./shelves.ts";

/** In how many documents of a namespace a term stands. A namespace has counts of its own, so that one which may not be read tells nothing. */
interface TermCount {
  key: string;
  token: string;
  namespace: string;
  /** As written, for reading misspelt words. */
  term: string;
  word: string | null;
  documents: number;
}

const termKey = (userId: string, token: string, namespace: string): string => keyOf(userId, token, namespace);
const byKey = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : 1);

/** Ordered by key, so that transactions take the locks of terms in one order. */
function countTerms(userId: string, documents: readonly { namespace: string; terms: readonly string[] }[]): TermCount[] {
  const counts = new Map<string, TermCount>();
  for (const { namespace, terms } of documents) {
    for (const term of new Set(terms)) {
      if (term === "") continue;
      const token = termToken(userId, term);
      const key = termKey(userId, token, namespace);
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { key, token, namespace, term, word: shelvedWord(userId, term), documents: 1 });
      else known.documents += 1;
    }
  }
  return [...counts.values()].sort(byKey);
}

/** Counts the terms of new documents: how much a word tells, and what a misspelt one may stand for. */
export async function addTerms({ realm, transaction }: BoltCall, documents: readonly { namespace: string; terms: readonly string[] }[]): Promise<void> {
  await transaction.run(countTermsQuery, { terms: countTerms(realm.userId, documents) });
}

/** Undoes {@link addTerms} for documents that are gone, by what the index held of them. Terms that no document holds go as well. */
export async function removeTerms({ realm, transaction }: BoltCall, documents: readonly { namespace: string; text: string }[]): Promise<void> {
  const counts = new Map<string, { key: string; documents: number }>();
  for (const { namespace, text } of documents) {
    for (const token of new Set(text.split(" "))) {
      const key = termKey(realm.userId, token, namespace);
      counts.set(key, { key, documents: (counts.get(key)?.documents ?? 0) + 1 });
    }
  }
  await transaction.run(uncountTermsQuery, { terms: [...counts.values()].sort(byKey) });
}
