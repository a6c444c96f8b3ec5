import { query } from "../connection/query.ts";
import { memoryOf } from "../records/memory-record.ts";

/** Memories of the user that are in these open groups, whatever their namespace. */
export const loadConflictGroupsQuery = query(
  "load-conflict-groups",
  () => `
UNWIND $groups AS group
MATCH (m:Memory {user: $user, conflictGroup: group})
WHERE m.conflictStatus = 'active'
RETURN m.serial AS serial, ${memoryOf("m")} AS memory
`,
);
