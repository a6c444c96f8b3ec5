MATCH (r:Reservation {user: $user}) WHERE r.name STARTS WITH $prefix DELETE r
