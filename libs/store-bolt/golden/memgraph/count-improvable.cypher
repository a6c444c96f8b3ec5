MATCH (s:Session {key: $session, user: $user})
CALL (s) {
  UNWIND $keys AS key
  MATCH (t:Document {key: key, user: $user})
  WITH t WHERE t.session = $session AND t:ImprovableTurn
  RETURN count(t) AS waiting
}
RETURN waiting
