MATCH (u:CortexUser {id: $user}) SET u.importPosition = $position
