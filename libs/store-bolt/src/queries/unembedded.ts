import { query } from "../connection/query.ts";
import { EMBEDDED_TEXT } from "../records/embedded-text.ts";

export const unembeddedQuery = query(
  "unembedded",
  () => `
MATCH (s:Space {key: $space, user: $user})<-[:LACKS]-(d:Document)
WHERE $namespaces IS NULL OR d.namespace IN $namespaces
WITH d ORDER BY d.serial LIMIT $limit
RETURN d.id AS id, ${EMBEDDED_TEXT} AS text
`,
);
