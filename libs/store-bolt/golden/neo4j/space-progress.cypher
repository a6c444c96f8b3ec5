MATCH (u:CortexUser {id: $user})
CALL (u) {
  MATCH (m:Memory {user: $user})
  WHERE m.createdAt IS NOT NULL AND m.retiredAt IS NOT NULL
  RETURN count(m) AS retired
}
WITH u.documents - retired AS embeddable
MATCH (s:Space {user: $user})
OPTIONAL MATCH (s)<-[lack:LACKS]-()
WITH embeddable, s, count(lack) AS missing
RETURN s {.id, .embedder, .model, .dimension, .state, .weighted, .documentsAtStart, .createdAt} AS space, embeddable - missing AS embedded, missing
ORDER BY s.id
