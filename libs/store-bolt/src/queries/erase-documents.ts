import { query } from "../connection/query.ts";

export const eraseDocumentsQuery = query(
  "erase-documents",
  () => `
MATCH (u:CortexUser {id: $user})
UNWIND $keys AS key
MATCH (d:Document {key: key, user: $user})
WITH u, d, d.terms AS terms, d.termCount AS termCount
DETACH DELETE d
WITH u, collect(terms) AS texts, sum(termCount) AS termCount, count(*) AS erased
SET u.documents = u.documents - erased, u.terms = u.terms - termCount
RETURN texts
`,
);
