MATCH (n:Idempotent {user: $user}) WHERE n.expiresAt >= 0 WITH n LIMIT $limit  DETACH DELETE n RETURN count(DISTINCT n) AS erased
