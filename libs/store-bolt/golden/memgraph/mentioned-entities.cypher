MATCH (e:Entity {user: $user}) WHERE e.serial >= $at1 AND e.documents > 0 RETURN e.serial AS serial, e.code AS code, e.key AS key, e.documents AS documents ORDER BY e.user, e.serial LIMIT $limit
