MATCH (i:Idempotent {key: $key, user: $user}) WHERE i.expiresAt > $at RETURN i.name AS key, i.bodyHash AS bodyHash, i.status AS status, i.response AS response, i.expiresAt AS expiresAt
