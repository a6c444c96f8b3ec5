import { query } from "../connection/query.ts";

export const clearNotesQuery = query(
  "clear-notes",
  () => `
MATCH (n:Note {user: $user}) WHERE n.expiresAt <= $now
WITH n LIMIT $limit
DELETE n
`,
);

/** Not when something was erased since what it quotes was read. */
export const saveNoteQuery = query(
  "save-note",
  () => `
MATCH (u:CortexUser {id: $user})
WHERE $erasures IS NULL OR coalesce(u.erasures, 0) = $erasures
MERGE (n:Note {key: $key})
SET n.user = $user, n.name = $name, n.body = $body, n.expiresAt = $expiresAt
RETURN true AS kept
`,
);

export const getNoteQuery = query(
  "get-note",
  () => "MATCH (n:Note {key: $key, user: $user}) WHERE n.expiresAt > $at RETURN n.name AS key, n.body AS body, n.expiresAt AS expiresAt",
);

export const dropNoteQuery = query("drop-note", () => "MATCH (n:Note {key: $key, user: $user}) DELETE n");
