MATCH (n:Tombstone {user: $user}) WHERE n.contentHash >= '' WITH n LIMIT $limit  DETACH DELETE n RETURN count(DISTINCT n) AS erased
