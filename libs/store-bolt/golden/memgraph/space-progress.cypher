MATCH (d:Document {user: $user})
WHERE d.retiredAt IS NULL
WITH count(d) AS embeddable
MATCH (s:Space {user: $user})
OPTIONAL MATCH (s)<-[lack:LACKS]-()
WITH embeddable, s, count(lack) AS missing
RETURN s {.id, .embedder, .model, .dimension, .state, .weighted, .documentsAtStart, .createdAt} AS space, embeddable - missing AS embedded, missing
ORDER BY s.id
