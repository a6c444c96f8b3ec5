import { query } from "../connection/query.ts";

/**
 * Takes the key, or leaves it to another owner until his time is up. Changing the node either way makes those who ask for one key follow one
 * another; whoever comes later sees what the earlier one did.
 */
export const reserveQuery = query(
  "reserve",
  () => `
MERGE (r:Reservation {key: $key})
ON CREATE SET r.user = $user, r.name = $name, r.owner = $owner, r.until = $until, r.asked = 0
SET r.asked = r.asked + 1
WITH r, r.owner = $owner OR r.until <= $at AS mine
SET r.owner = CASE WHEN mine THEN $owner ELSE r.owner END, r.until = CASE WHEN mine THEN $until ELSE r.until END
RETURN mine
`,
);

export const releaseQuery = query("release", () => "MATCH (r:Reservation {key: $key, user: $user}) WHERE r.owner = $owner DELETE r RETURN count(*) AS released");

/** A process that was killed leaves its reservations behind. */
export const clearReservationsQuery = query(
  "clear-reservations",
  () => `
MATCH (r:Reservation {user: $user}) WHERE r.until <= $at AND r.key <> $key
WITH r LIMIT $limit
DELETE r
`,
);
