MATCH (n:Note {key: $key, user: $user}) WHERE n.expiresAt > $at RETURN n.name AS key, n.body AS body, n.expiresAt AS expiresAt
