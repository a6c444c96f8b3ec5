MATCH (n:Session {user: $user}) WHERE n.ordinal > 0 WITH n LIMIT $limit  DETACH DELETE n RETURN count(DISTINCT n) AS erased
