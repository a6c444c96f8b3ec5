MATCH (n:LlmCall {user: $user}) WHERE n.at >= 0 WITH n LIMIT $limit  DETACH DELETE n RETURN count(DISTINCT n) AS erased
