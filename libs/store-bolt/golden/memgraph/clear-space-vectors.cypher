MATCH (c:VectorScope {space: $space, user: $user})
MATCH (v:Vector {scope: c.key})
WITH v LIMIT $limit
DETACH DELETE v
RETURN count(v) AS erased
