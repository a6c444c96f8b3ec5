MATCH (u:CortexUser {id: $user})
MERGE (i:Idempotent {key: $key})
ON CREATE SET i.user = $user, i.name = $name, i.bodyHash = $bodyHash, i.status = $status, i.response = $response, i.expiresAt = $expiresAt
