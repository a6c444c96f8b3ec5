MATCH (s:Session {key: $session, user: $user})
CALL (s) {
  MATCH (t:ImprovableTurn {session: $session}) WHERE t.serial > 0
  WITH t ORDER BY t.session DESC, t.serial DESC LIMIT 1
  RETURN collect(t.serial) AS newest
}
SET s.newestImprovable = newest[0]
