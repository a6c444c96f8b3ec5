import { query } from "../connection/query.ts";

const RECORD = "i.name AS key, i.bodyHash AS bodyHash, i.status AS status, i.response AS response, i.expiresAt AS expiresAt";

export const getIdempotentQuery = query("get-idempotent", () => `MATCH (i:Idempotent {key: $key, user: $user}) WHERE i.expiresAt > $at RETURN ${RECORD}`);

/** The key itself first: an expired answer under it must make room, however many others have expired. */
export const clearIdempotentQuery = query(
  "clear-idempotent",
  () => `
MATCH (i:Idempotent {user: $user}) WHERE i.expiresAt <= $now
WITH i ORDER BY i.key <> $key, i.expiresAt LIMIT $limit
DELETE i
`,
);

export const saveIdempotentQuery = query(
  "save-idempotent",
  () => `
MATCH (u:CortexUser {id: $user})
MERGE (i:Idempotent {key: $key})
ON CREATE SET i.user = $user, i.name = $name, i.bodyHash = $bodyHash, i.status = $status, i.response = $response, i.expiresAt = $expiresAt
`,
);
