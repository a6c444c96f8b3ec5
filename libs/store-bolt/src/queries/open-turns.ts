import { query } from "../connection/query.ts";
import { TURN_RECORD } from "../records/turn-record.ts";

const openTurnsQueryOf = (name: string, label: "OpenTurn" | "ImprovableTurn") =>
  query(
    name,
    () => `
MATCH (s:Session {key: $session, user: $user})
CALL (s) {
  MATCH (t:${label} {session: $session}) WHERE t.position >= 0
  WITH t, s ORDER BY t.session, t.position LIMIT $limit
  RETURN collect(${TURN_RECORD}) AS open
}
CALL (s, open) {
  MATCH (t:Turn {session: $session}) WHERE t.position < open[0].position AND t.capturedAt IS NOT NULL
  WITH t, s ORDER BY t.session DESC, t.position DESC LIMIT $context
  RETURN collect(${TURN_RECORD}) AS context
}
RETURN open, context
`,
  );

export const openTurnsQuery = openTurnsQueryOf("open-turns", "OpenTurn");
export const improvableTurnsQuery = openTurnsQueryOf("improvable-turns", "ImprovableTurn");
