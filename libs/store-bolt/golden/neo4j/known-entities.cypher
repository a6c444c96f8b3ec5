UNWIND $keys AS key MATCH (e:Entity {key: key, user: $user}) RETURN e.id AS id
