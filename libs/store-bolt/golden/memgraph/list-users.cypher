MATCH (u:CortexUser) WHERE u.importing IS NULL RETURN u.id AS id
