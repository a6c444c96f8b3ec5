import { query } from "../connection/query.ts";
import { memoryOf } from "../records/memory-record.ts";

export const getMemoryQuery = query(
  "get-memory",
  () => `
MATCH (m:Document:Memory {key: $key, user: $user})
WHERE ($namespaces IS NULL OR m.namespace IN $namespaces)
RETURN ${memoryOf("m")} AS memory
`,
);
