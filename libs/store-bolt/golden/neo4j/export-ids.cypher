MATCH (d:Document {user: $user}) WHERE d.serial > $at1 RETURN d.serial AS at1, d.id AS id ORDER BY d.user, d.serial LIMIT $limit
