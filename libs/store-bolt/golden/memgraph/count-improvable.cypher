MATCH (s:Session {key: $session, user: $user})
CALL (s) {
  UNWIND $keys AS key
  MATCH (t:Turn {key: key, session: $session}) WHERE t:ImprovableTurn
  RETURN count(t) AS waiting
}
RETURN waiting
