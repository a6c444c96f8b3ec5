import { query } from "../connection/query.ts";
import { memoryOf } from "../records/memory-record.ts";

/** Newest first; after the last of the page before. */
export const listMemoriesQuery = query(
  "list-memories",
  () => `
MATCH (m:Memory {user: $user})
WHERE m.createdAt <= $createdAt AND (m.createdAt < $createdAt OR m.serial < $serial) AND ($namespaces IS NULL OR m.namespace IN $namespaces)
  AND ($type IS NULL OR m.type = $type) AND ($lifetime IS NULL OR m.lifetime = $lifetime) AND ($project IS NULL OR m.project = $project)
  AND ($tags IS NULL OR any(tag IN m.tags WHERE tag IN $tags))
  AND ($includeHistory OR (m.retiredAt IS NULL AND (m.validFrom IS NULL OR m.validFrom <= $asked) AND (m.validTo IS NULL OR m.validTo > $asked)
    AND (m.expiresAt IS NULL OR m.expiresAt > $asked)))
WITH m ORDER BY m.createdAt DESC, m.serial DESC LIMIT $limit
RETURN ${memoryOf("m")} AS memory
`,
);
