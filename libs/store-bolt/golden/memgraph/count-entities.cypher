MATCH (u:CortexUser {id: $user}) SET u.lastEntity = $lastEntity
