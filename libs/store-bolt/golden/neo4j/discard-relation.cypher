MATCH (n:Relation {user: $user}) WHERE n.serial > 0 WITH n LIMIT $limit  DETACH DELETE n RETURN count(DISTINCT n) AS erased
