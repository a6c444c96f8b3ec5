MATCH (n:Note {user: $user}) WHERE n.expiresAt IS NOT NULL DELETE n
