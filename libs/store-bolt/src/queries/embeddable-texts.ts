import { query } from "../connection/query.ts";
import { EMBEDDED_TEXT } from "../records/embedded-text.ts";

/** A page after the document with the key, by serial. */
export const embeddableTextsQuery = query(
  "embeddable-texts",
  () => `
OPTIONAL MATCH (last:Document {key: $after, user: $user})
WITH coalesce(last.serial, 0) AS after
MATCH (d:Document)
WHERE d.user = $user AND d.serial > after AND d.retiredAt IS NULL AND ($namespaces IS NULL OR d.namespace IN $namespaces)
WITH d ORDER BY d.serial LIMIT $limit
RETURN d.id AS id, ${EMBEDDED_TEXT} AS text
`,
);
