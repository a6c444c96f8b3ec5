UNWIND $sessions AS row
MATCH (s:Session {key: row.session, user: $user})
CALL (s) {
  OPTIONAL MATCH (t:Turn {session: s.key}) WHERE t.position >= 0
  RETURN count(t) AS turns, count(t.capturedAt) AS captured, sum(CASE WHEN t:OpenTurn THEN 1 ELSE 0 END) AS open,
    sum(CASE WHEN t:ImprovableTurn THEN 1 ELSE 0 END) AS improvable, max(CASE WHEN t:ImprovableTurn THEN t.serial END) AS newest,
    min(t.observedAt) AS firstAt, max(t.observedAt) AS lastAt
}
SET s.turns = turns, s.captured = captured, s.openTurns = open, s.improvableTurns = improvable, s.newestImprovable = newest, s.firstAt = firstAt, s.lastAt = lastAt,
  s.bytes = s.bytes - row.bytes, s.revision = s.revision + 1
WITH s WHERE s.turns = 0
DETACH DELETE s
