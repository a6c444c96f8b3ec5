import { keyOf } from "../records/keys.ts";
import { checkTermsQuery, checkTokensQuery } from "../queries/check-terms.ts";
import { kindToken, namespaceToken } from "../search/encode-terms.ts";
import { BEHIND_SHELF } from "../search/shelves.ts";
import { DOCUMENTS_AT_ONCE } from "./check-documents.ts";
import { overStretches, problemLines } from "./checked-user.ts";
import type { Check } from "./checked-user.ts";

/** Of users with more documents only some terms are counted: their words may be a hundred million. */
const ALL_TERMS_UP_TO = 20_000;
const DAY_MS = 86_400_000;

/** What the tokens begin with that are looked at: a sixteenth of them, on each day another one. They are hashes, so any is as good as another. */
const sampleOf = (documents: number, now: number): string => (documents <= ALL_TERMS_UP_TO ? "" : (Math.floor(now / DAY_MS) % 16).toString(16));

/** In how many documents each term was counted, against the documents. */
export const checkTerms: Check = async (call, { documents, lastSerial }) => {
  const { userId } = call.realm;
  const sample = sampleOf(documents, call.now);
  const rows = await overStretches<{ namespace: string; token: string; documents: number }>(call, checkTokensQuery, { last: lastSerial, size: DOCUMENTS_AT_ONCE, sample });
  const kinds = new Set(["turn", "memory"].map((kind) => kindToken(userId, kind)));
  const found = new Map<string, number>();
  for (const { namespace, token, documents: count } of rows) {
    if (kinds.has(token) || token === namespaceToken(userId, namespace)) continue;
    const key = keyOf(userId, token, namespace);
    found.set(key, (found.get(key) ?? 0) + count);
  }
  const from = keyOf(userId, sample).slice(0, -2);
  const counted = await call.transaction.run<{ key: string; documents: number }>(checkTermsQuery, { from, until: from + BEHIND_SHELF });
  const wrong = counted.filter(({ key, documents: count }) => found.get(key) !== count).length;
  const missing = found.size - counted.filter(({ key }) => found.has(key)).length;
  return problemLines({ "counts of terms that differ from the documents": wrong + missing });
};
