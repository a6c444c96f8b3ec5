import { checkConflictsQuery, checkDocumentsQuery } from "../queries/check-documents.ts";
import { overStretches, problemLines, sumOf } from "./checked-user.ts";
import type { Check } from "./checked-user.ts";

export const DOCUMENTS_AT_ONCE = 5_000;

interface Page {
  documents: number;
  terms: number;
  serials: number;
  newest: number;
  astray: number;
  misread: number;
  needless: number;
}

/** Turns and memories against the user's totals. */
export const checkDocuments: Check = async (call, { documents, terms, lastSerial }) => {
  const pages = await overStretches<Page>(call, checkDocumentsQuery, { last: lastSerial, size: DOCUMENTS_AT_ONCE });
  const [conflicts] = await call.transaction.run<{ alone: number }>(checkConflictsQuery);
  const found = sumOf(pages, "documents");
  return problemLines({
    "documents more or less than the user's total": Math.abs(documents - found),
    "terms more or less than the user's total": Math.abs(terms - sumOf(pages, "terms")),
    "serials used twice": found - sumOf(pages, "serials"),
    "serials beyond the user's last one": pages.some(({ newest }) => newest > lastSerial) ? 1 : 0,
    "turns without their session": sumOf(pages, "astray"),
    "documents that are indexed with more or less words than they have": sumOf(pages, "misread"),
    "retired memories that wait for a vector": sumOf(pages, "needless"),
    "open conflicts of one memory": conflicts?.alone ?? 0,
  });
};
