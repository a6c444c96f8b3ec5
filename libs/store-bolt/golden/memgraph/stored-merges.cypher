UNWIND $keys AS key MATCH (e:Entity {key: key, user: $user}) MATCH (e)-[:MERGED_INTO]->(into:Entity) RETURN e.serial AS at1, e.id AS `from`, into.id AS `into`
