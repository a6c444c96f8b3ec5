MATCH (n:Note {user: $user}) WHERE n.expiresAt <= $now
WITH n LIMIT $limit
DELETE n
