import type { BoltCall } from "../connection/bolt-call.ts";
import { eraseDocumentsQuery } from "../queries/erase-documents.ts";
import { uncountTermsQuery } from "../queries/uncount-terms.ts";
import { keyOf } from "../records/keys.ts";
import { documentKey } from "./write-documents.ts";

/** Takes documents out of every index, with their terms, vectors and relationships. Ids that are not there are passed over. */
export async function eraseDocuments({ realm, transaction }: BoltCall, ids: readonly string[]): Promise<void> {
  const keys = [...new Set(ids)].map((id) => documentKey(realm.userId, id));
  const [erased] = await transaction.run<{ texts: string[] }>(eraseDocumentsQuery, { keys });
  const counts = new Map<string, number>();
  for (const text of erased?.texts ?? []) {
    for (const term of new Set(text.split(" ").filter(Boolean))) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const terms = [...counts].map(([term, documents]) => ({ key: keyOf(realm.userId, term), documents })).sort((a, b) => (a.key < b.key ? -1 : 1));
  await transaction.run(uncountTermsQuery, { terms });
}
