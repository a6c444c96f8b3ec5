MATCH (u:CortexUser {id: $user})
OPTIONAL MATCH (s:Session {key: $session, user: $user})
CALL (u) {
  UNWIND $keys AS key
  MATCH (d:Document {key: key, user: $user})
  RETURN collect(d.id) AS known
}
RETURN s.revision AS revision, s.turns AS length, known
