import { query } from "../connection/query.ts";

/** What has expired and is not retired, the longest expired first. */
export const listExpiredQuery = query(
  "list-expired",
  () => `
MATCH (m:Memory {user: $user})
WHERE m.expiresAt <= $at AND m.retiredAt IS NULL AND ($namespaces IS NULL OR m.namespace IN $namespaces)
RETURN m.id AS id ORDER BY m.expiresAt, m.serial LIMIT $limit
`,
);
