MATCH (i:Idempotent {user: $user}) WHERE i.expiresAt <= $now
WITH i ORDER BY i.key <> $key, i.expiresAt LIMIT $limit
DELETE i
