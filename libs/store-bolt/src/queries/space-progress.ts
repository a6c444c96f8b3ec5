import { query } from "../connection/query.ts";
import { SPACE_FIELDS } from "../records/space-record.ts";

/** Of the whole user: a space serves all namespaces. */
export const spaceProgressQuery = query(
  "space-progress",
  () => `
MATCH (d:Document {user: $user})
WHERE d.retiredAt IS NULL
WITH count(d) AS embeddable
MATCH (s:Space {user: $user})
OPTIONAL MATCH (s)<-[lack:LACKS]-()
WITH embeddable, s, count(lack) AS missing
RETURN ${SPACE_FIELDS} AS space, embeddable - missing AS embedded, missing
ORDER BY s.id
`,
);
