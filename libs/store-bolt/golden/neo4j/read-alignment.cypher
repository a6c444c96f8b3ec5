MATCH (s:Session {key: $session, user: $user})
WITH s.revision AS revision, s.turns AS length
CALL (revision) {
  MATCH (t:Turn {session: $session}) WHERE t.contentHash IN $hashes
  WITH t ORDER BY t.position
  RETURN collect({position: t.position, contentHash: t.contentHash, externalId: t.externalId, saidAt: t.saidAt}) AS matches
}
CALL (revision) {
  MATCH (t:Turn {session: $session}) WHERE t.position >= 0 AND t.saidAt - $first < 0
  WITH t ORDER BY t.session DESC, t.position DESC LIMIT 1
  RETURN collect(t.position) AS before
}
CALL (revision) {
  MATCH (t:Turn {session: $session}) WHERE t.saidAt >= $first
  WITH t ORDER BY t.saidAt, t.position
  RETURN collect({at: t.saidAt, position: t.position}) AS said
}
RETURN revision, length, matches, before, said
