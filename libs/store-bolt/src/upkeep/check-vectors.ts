import { checkScopesQuery, checkVectorsQuery } from "../queries/check-vectors.ts";
import { overStretches, problemLines, sumOf } from "./checked-user.ts";
import type { Check } from "./checked-user.ts";

const DOCUMENTS_AT_ONCE = 2_000;

interface Page {
  scope: string;
  vectors: number;
  lacking: number;
  misfitting: number;
}

/** Vectors against the documents and spaces that they are of. What was counted may be more than there is: an erasure leaves it. */
export const checkVectors: Check = async (call, { lastSerial }) => {
  const pages = await overStretches<Page>(call, checkVectorsQuery, { last: lastSerial, size: DOCUMENTS_AT_ONCE });
  const scopes = await call.transaction.run<{ scope: string; counted: number; vectors: number }>(checkScopesQuery);
  const ofDocuments = (scope: string): number => sumOf(pages.filter((page) => page.scope === scope), "vectors");
  return problemLines({
    "vectors that do not fit their document or space": sumOf(pages, "misfitting"),
    "documents that wait for a vector and have it": sumOf(pages, "lacking"),
    "vectors of no document": scopes.reduce((sum, { scope, vectors }) => sum + Math.max(0, vectors - ofDocuments(scope)), 0),
    "vectors that were not counted": scopes.reduce((sum, { vectors, counted }) => sum + Math.max(0, vectors - counted), 0),
  });
};
