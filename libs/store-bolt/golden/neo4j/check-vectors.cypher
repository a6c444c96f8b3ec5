MATCH (d:Document {user: $user}) WHERE d.serial > $after AND d.serial <= $until
MATCH (v:Vector)-[:OF]->(d)
OPTIONAL MATCH (c:VectorScope {key: v.scope, user: $user})
OPTIONAL MATCH (s:Space {key: c.space, user: $user})
OPTIONAL MATCH (d)-[lack:LACKS]->(s)
RETURN v.scope AS scope, count(v) AS vectors, count(lack) AS lacking,
  sum(CASE WHEN c.namespace = d.namespace AND v.user = $user AND (s IS NULL OR size(v.value) = s.dimension) THEN 0 ELSE 1 END) AS misfitting
