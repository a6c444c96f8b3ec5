import type { BoltCall } from "../connection/bolt-call.ts";
import { eraseDocumentsQuery } from "../queries/erase-documents.ts";
import { removeTerms } from "../search/term-statistics.ts";
import { documentKey } from "./write-documents.ts";

/** Takes documents out of every index, with their terms, vectors and relationships. Ids that are not there are passed over. */
export async function eraseDocuments(call: BoltCall, ids: readonly string[]): Promise<void> {
  const keys = [...new Set(ids)].map((id) => documentKey(call.realm.userId, id));
  const [erased] = await call.transaction.run<{ documents: { namespace: string; text: string }[] }>(eraseDocumentsQuery, { keys });
  await removeTerms(call, erased?.documents ?? []);
}
