MATCH (s:Session {user: $user})
WHERE s.openTurns > 0 AND ($namespaces IS NULL OR s.namespace IN $namespaces)

CALL (s) {
  MATCH (t:OpenTurn {session: s.key}) WHERE t.serial > 0
  RETURN t.createdAt AS firstArrivedAt ORDER BY t.session, t.serial LIMIT 1
}
CALL (s) {
  MATCH (t:OpenTurn {session: s.key}) WHERE t.serial > 0
  RETURN t.createdAt AS lastArrivedAt ORDER BY t.session DESC, t.serial DESC LIMIT 1
}
RETURN s.sessionId AS sessionId, s.namespace AS namespace, s.openTurns AS openTurns, firstArrivedAt, lastArrivedAt
