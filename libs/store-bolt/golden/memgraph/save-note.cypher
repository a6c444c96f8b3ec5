MATCH (u:CortexUser {id: $user})
WHERE $erasures IS NULL OR coalesce(u.erasures, 0) = $erasures
MERGE (n:Note {key: $key})
SET n.user = $user, n.name = $name, n.body = $body, n.expiresAt = $expiresAt
RETURN true AS kept
