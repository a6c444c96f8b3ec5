import { query } from "../connection/query.ts";

export const readRevisionsQuery = query(
  "read-revisions",
  () => `
MATCH (u:CortexUser {id: $user})
RETURN coalesce(u.knowledgeRevision, 0) AS knowledge, coalesce(u.documentRevision, 0) AS content, coalesce(u.erasures, 0) AS erasures
`,
);
