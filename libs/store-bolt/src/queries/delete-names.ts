import { query } from "../connection/query.ts";

export const deleteNamesQuery = query(
  "delete-names",
  () => `
UNWIND $keys AS key
MATCH (name:EntityName {key: key, user: $user})
DETACH DELETE name
`,
);
