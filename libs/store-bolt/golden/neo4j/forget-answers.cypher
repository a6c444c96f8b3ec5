MATCH (i:Idempotent {user: $user}) WHERE i.name STARTS WITH $prefix DELETE i
