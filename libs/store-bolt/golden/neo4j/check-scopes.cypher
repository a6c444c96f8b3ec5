MATCH (s:Space {user: $user})
MATCH (c:VectorScope {space: s.key, user: $user})
CALL (c) {
  OPTIONAL MATCH (v:Vector {scope: c.key})
  RETURN count(v) AS vectors
}
RETURN c.key AS scope, c.vectors AS counted, vectors
