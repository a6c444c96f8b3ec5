import { query } from "../connection/query.ts";

/** Every write begins with it: changing the node holds it until the end, so the writers of a user follow one another. */
export const lockUserQuery = query(
  "lock-user",
  () => `
MERGE (u:CortexUser {id: $user})
ON CREATE SET u.lock = 0, u.lastSerial = 0, u.lastSession = 0, u.lastEntity = 0, u.lastRelation = 0, u.lastSpace = 0,
  u.documents = 0, u.terms = 0, u.createdAt = $now
SET u.lock = u.lock + 1
RETURN u.lock = 1 AS isNew, u.importing IS NOT NULL AS importing
`,
);

/** For writes that are about nobody yet as well, and make no user. */
export const lockKnownUserQuery = query(
  "lock-known-user",
  () => `
MATCH (u:CortexUser {id: $user})
SET u.lock = u.lock + 1
RETURN false AS isNew, u.importing IS NOT NULL AS importing
`,
);
