MATCH (e:Entity {user: $user}) WHERE e.serial > $at1 MATCH (e)-[:MERGED_INTO]->(into:Entity) RETURN e.serial AS at1, e.id AS `from`, into.id AS `into` ORDER BY e.serial LIMIT $limit
