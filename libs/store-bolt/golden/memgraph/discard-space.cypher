MATCH (n:Space {user: $user}) WHERE n.id > 0 WITH n LIMIT $limit OPTIONAL MATCH (other:VectorScope {space: n.key}) DETACH DELETE other, n RETURN count(DISTINCT n) AS erased
