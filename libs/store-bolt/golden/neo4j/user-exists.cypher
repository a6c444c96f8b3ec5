MATCH (u:CortexUser {id: $user}) WHERE u.importing IS NULL RETURN u.id AS id
