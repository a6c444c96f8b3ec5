MATCH (u:CortexUser {id: $user})
CALL (u) {
  OPTIONAL MATCH (d:Document {user: $user})
  RETURN count(d) AS documents, coalesce(sum(d.termCount), 0) AS terms, count(DISTINCT d.serial) AS serials, coalesce(max(d.serial), 0) AS newest
}
CALL (u) {
  OPTIONAL MATCH (t:Turn {user: $user})
  OPTIONAL MATCH (s:Session {key: t.session})
  RETURN sum(CASE WHEN t IS NOT NULL AND s IS NULL THEN 1 ELSE 0 END) AS astray
}
RETURN u.documents - documents AS documentsOff, u.terms - terms AS termsOff, documents - serials AS serialsTwice, newest > u.lastSerial AS serialsBeyond, astray
