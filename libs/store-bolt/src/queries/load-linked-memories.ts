import { query } from "../connection/query.ts";
import { memoryOf } from "../records/memory-record.ts";

/** Versions that name the memory as what they follow, or as what followed them. */
export const loadLinkedMemoriesQuery = query(
  "load-linked-memories",
  () => `
CALL {
  MATCH (m:Memory {user: $user, supersedes: $id})
  RETURN m
  UNION
  MATCH (m:Memory {user: $user, supersededBy: $id})
  RETURN m
}
RETURN m.serial AS serial, ${memoryOf("m")} AS memory
`,
);
