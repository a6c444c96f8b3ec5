MATCH (u:CortexUser {id: $user})
SET u.lock = u.lock + 1
RETURN false AS isNew, u.importing IS NOT NULL AS importing
