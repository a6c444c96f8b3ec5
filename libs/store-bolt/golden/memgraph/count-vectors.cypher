MATCH (u:CortexUser {id: $user})
SET u.documentRevision = coalesce(u.documentRevision, 0) + 1
WITH u
MATCH (s:Space {key: $space})
SET s.vectors = s.vectors + $added
WITH s
UNWIND $scopes AS row
MERGE (c:VectorScope {key: row.key})
ON CREATE SET c.user = $user, c.space = $space, c.namespace = row.namespace, c.vectors = 0
SET c.vectors = c.vectors + row.added
