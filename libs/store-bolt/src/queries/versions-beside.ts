import { query } from "../connection/query.ts";
import { memoryOf } from "../records/memory-record.ts";

/** What the memories took the place of and what took theirs, by either link. */
export const versionsBesideQuery = query(
  "versions-beside",
  () => `
CALL {
  UNWIND $keys AS key
  MATCH (m:Document:Memory {key: key, user: $user})
  RETURN m
  UNION
  UNWIND $ids AS id
  MATCH (m:Memory {user: $user, supersedes: id})
  RETURN m
  UNION
  UNWIND $ids AS id
  MATCH (m:Memory {user: $user, supersededBy: id})
  RETURN m
}
WITH m WHERE ($namespaces IS NULL OR m.namespace IN $namespaces)
RETURN ${memoryOf("m")} AS memory
`,
);
