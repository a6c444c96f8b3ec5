MATCH (c:VectorScope {space: $space, user: $user})
MATCH (v:Vector {scope: c.key})
WHERE NOT v:SpaceVector1
WITH v LIMIT $limit
SET v:SpaceVector1
RETURN count(v) AS labelled
