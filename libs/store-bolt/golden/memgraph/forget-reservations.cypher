MATCH (r:Reservation {user: $user}) WHERE r.until IS NOT NULL AND r.name STARTS WITH $prefix DELETE r
