import { query } from "../connection/query.ts";
import { memoryOf } from "../records/memory-record.ts";

export const findByHashQuery = query(
  "find-by-hash",
  () => `
UNWIND $hashes AS hash
MATCH (m:Memory {user: $user, contentHash: hash})
WHERE ($namespaces IS NULL OR m.namespace IN $namespaces) AND m.retiredAt IS NULL AND (m.validTo IS NULL OR m.validTo > $now) AND (m.expiresAt IS NULL OR m.expiresAt > $now)
WITH DISTINCT m
RETURN ${memoryOf("m")} AS memory
ORDER BY m.serial
`,
);
