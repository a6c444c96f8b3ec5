import { query } from "../connection/query.ts";
import { SPACE_FIELDS } from "../records/space-record.ts";

/** Of the whole user: a space serves all namespaces. Only memories are ever retired; turns are many, and are not looked at. */
export const spaceProgressQuery = query(
  "space-progress",
  () => `
MATCH (u:CortexUser {id: $user})
CALL (u) {
  MATCH (m:Memory {user: $user})
  WHERE m.createdAt IS NOT NULL AND m.retiredAt IS NOT NULL
  RETURN count(m) AS retired
}
WITH u.documents - retired AS embeddable
MATCH (s:Space {user: $user})
OPTIONAL MATCH (s)<-[lack:LACKS]-()
WITH embeddable, s, count(lack) AS missing
RETURN ${SPACE_FIELDS} AS space, embeddable - missing AS embedded, missing
ORDER BY s.id
`,
);
