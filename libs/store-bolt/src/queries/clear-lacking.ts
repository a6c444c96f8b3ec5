import { query } from "../connection/query.ts";

/** What is retired needs no vector any more. */
export const clearLackingQuery = query(
  "clear-lacking",
  () => `
UNWIND $keys AS key
MATCH (d:Document {key: key, user: $user})-[lacks:LACKS]->(:Space)
DELETE lacks
`,
);
