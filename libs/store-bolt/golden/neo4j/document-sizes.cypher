MATCH (d:Document {user: $user}) WHERE d.serial > $at1 RETURN size(d.text) + size(d.terms) AS size ORDER BY d.user, d.serial LIMIT $limit
