MATCH (s:Session {user: $user})
WHERE s.newestImprovable > 0 AND ($namespaces IS NULL OR s.namespace IN $namespaces)
WITH s ORDER BY s.user DESC, s.newestImprovable DESC LIMIT $limit

CALL (s) {
  MATCH (t:ImprovableTurn {session: s.key}) WHERE t.serial > 0
  RETURN t.createdAt AS firstArrivedAt ORDER BY t.session, t.serial LIMIT 1
}
CALL (s) {
  MATCH (t:ImprovableTurn {session: s.key}) WHERE t.serial > 0
  RETURN t.createdAt AS lastArrivedAt ORDER BY t.session DESC, t.serial DESC LIMIT 1
}
RETURN s.sessionId AS sessionId, s.namespace AS namespace, s.improvableTurns AS openTurns, firstArrivedAt, lastArrivedAt
ORDER BY s.newestImprovable DESC
