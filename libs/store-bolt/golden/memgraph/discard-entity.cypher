MATCH (n:Entity {user: $user}) WHERE n.serial > 0 WITH n LIMIT $limit OPTIONAL MATCH (other:EntityName)-[:NAMES]->(n) DETACH DELETE other, n RETURN count(DISTINCT n) AS erased
