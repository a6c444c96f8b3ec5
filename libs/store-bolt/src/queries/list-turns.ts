import { query } from "../connection/query.ts";
import { TURN_RECORD } from "../records/turn-record.ts";

/** Of sessions of the same id, the one of the namespace that stands first in the realm, or the oldest one for the whole user. */
export const listTurnsQuery = query(
  "list-turns",
  () => `
MATCH (s:Session {user: $user, sessionId: $sessionId})
WHERE $namespaces IS NULL OR s.namespace IN $namespaces
WITH s, CASE WHEN $namespaces IS NULL THEN s.ordinal ELSE [place IN range(0, size($namespaces) - 1) WHERE $namespaces[place] = s.namespace][0] END AS rank
ORDER BY rank LIMIT 1
CALL (s) {
  MATCH (t:Turn {session: s.key}) WHERE t.position > $after
  WITH t, s ORDER BY t.session, t.position LIMIT $limit
  RETURN collect(${TURN_RECORD}) AS turns
}
RETURN turns
`,
);
