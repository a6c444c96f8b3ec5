MATCH (s:DroppedSpace {key: $space, user: $user})
OPTIONAL MATCH (c:VectorScope {space: $space})
DETACH DELETE c, s
