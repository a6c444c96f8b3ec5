import { query } from "../connection/query.ts";

/** Which names a document brought: they go with it unless others brought them too. */
export const noteSourcesQuery = query(
  "note-sources",
  () => `
UNWIND $rows AS row
MATCH (name:EntityName {key: row.name, user: $user})
UNWIND row.documents AS document
MATCH (d:Document {key: document, user: $user})
MERGE (d)-[:BROUGHT]->(name)
`,
);
