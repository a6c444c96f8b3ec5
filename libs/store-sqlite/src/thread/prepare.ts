import { readStatistics } from "./bm25.ts";
import type { Call } from "./call.ts";

/** Reads what searches by words keep in memory of every document. Throws what `database.slice` throws; what was read is kept. */
export function prepareText({ database }: Call): void {
  database.documents.catchUp();
  database.postings.catchUp(database.documents.erasures);
}

/** What was added since, where it was read before. */
export function followText(call: Call): void {
  if (call.database.documents.last > 0) prepareText(call);
}

/** The same for searches by meaning, in the spaces that serve. */
export function prepareVectors({ database }: Call): void {
  database.documents.catchUp();
  database.documents.ids.prepare();
  const { documents } = readStatistics(database);
  const spaces = database.all<{ id: number; dimension: number }>("SELECT id, dimension FROM space WHERE state = 'active' ORDER BY id");
  for (const space of spaces) database.vectors.current(space, documents);
}
