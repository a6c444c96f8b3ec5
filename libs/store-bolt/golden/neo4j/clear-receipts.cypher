MATCH (r:Receipt {user: $user}) WHERE r.at < $before
WITH r ORDER BY r.at LIMIT $limit
DELETE r
