import { query } from "../connection/query.ts";

/** A term that no document holds any more goes: it may be a word that only the erased one held. */
export const uncountTermsQuery = query(
  "uncount-terms",
  () => `
UNWIND $terms AS row
MATCH (t:Term {key: row.key, user: $user})
SET t.documents = t.documents - row.documents
WITH t WHERE t.documents <= 0
DELETE t
`,
);
