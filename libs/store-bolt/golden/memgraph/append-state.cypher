MATCH (u:CortexUser {id: $user})
OPTIONAL MATCH (s:Session {key: $session, user: $user})
CALL (u) {
  UNWIND $keys AS key
  MATCH (d:Document {key: key, user: $user})
  RETURN collect(d.id) AS known
}
CALL (u) {
  UNWIND $graves AS grave
  MATCH (t:Tombstone {key: grave})
  RETURN collect(t.key) AS forgotten
}
RETURN s.revision AS revision, s.turns AS length, known, forgotten
