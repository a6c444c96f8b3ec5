MATCH (u:CortexUser {id: $user}) WHERE u.importing IS NOT NULL DETACH DELETE u RETURN count(*) AS erased
