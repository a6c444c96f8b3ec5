import type { BoltCall } from "../connection/bolt-call.ts";
import { clearLackingQuery } from "../queries/clear-lacking.ts";
import { documentKey } from "./write-documents.ts";

/** What is retired needs no vector any more; the one that it has stays, for questions of the past. */
export async function retireDocuments({ realm, transaction }: BoltCall, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await transaction.run(clearLackingQuery, { keys: ids.map((id) => documentKey(realm.userId, id)) });
}
