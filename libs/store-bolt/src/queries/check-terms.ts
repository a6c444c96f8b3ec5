import { query } from "../connection/query.ts";

/** In how many documents of a stretch of serials the tokens stand that begin with the sample. */
export const checkTokensQuery = query(
  "check-tokens",
  () => `
MATCH (d:Document {user: $user}) WHERE d.serial > $after AND d.serial <= $until
UNWIND [each IN split(d.terms, ' ') WHERE each STARTS WITH $sample] AS token
WITH DISTINCT d, token
RETURN d.namespace AS namespace, token, count(*) AS documents
`,
);

/** What was counted for the terms whose keys lie in a stretch: a user's lie side by side. */
export const checkTermsQuery = query(
  "check-terms",
  () => "MATCH (t:Term) WHERE t.key >= $from AND t.key < $until AND t.user = $user RETURN t.key AS key, t.documents AS documents",
);
