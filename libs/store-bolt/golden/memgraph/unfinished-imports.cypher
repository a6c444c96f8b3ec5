MATCH (u:CortexUser) WHERE u.importing IS NOT NULL RETURN u.id AS id
