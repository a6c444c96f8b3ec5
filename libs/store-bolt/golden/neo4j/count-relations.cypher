MATCH (u:CortexUser {id: $user}) SET u.lastRelation = $lastRelation
