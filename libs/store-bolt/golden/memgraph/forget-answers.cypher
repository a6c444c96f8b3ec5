MATCH (i:Idempotent {user: $user}) WHERE i.expiresAt IS NOT NULL AND i.name STARTS WITH $prefix DELETE i
