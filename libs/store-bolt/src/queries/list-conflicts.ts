import { query } from "../connection/query.ts";
import { memoryOf } from "../records/memory-record.ts";

/** The newest member tells the place of a group; members of other namespaces do not count. */
export const listConflictsQuery = query(
  "list-conflicts",
  () => `
MATCH (m:Memory {user: $user})
WHERE m.conflictGroup IS NOT NULL AND m.conflictStatus = 'active' AND ($namespaces IS NULL OR m.namespace IN $namespaces)
WITH m.conflictGroup AS name, max(m.serial) AS newest, collect(m) AS members
WHERE newest < $before
WITH name, newest, members ORDER BY newest DESC LIMIT $limit
UNWIND members AS m
RETURN name, newest, ${memoryOf("m")} AS memory
ORDER BY newest DESC, m.serial
`,
);
