MERGE (t:Tombstone {key: $key})
ON CREATE SET t.user = $user, t.namespace = $in, t.contentHash = $contentHash
SET t.at = $at
WITH t
MATCH (u:CortexUser {id: $user})
SET u.erasures = coalesce(u.erasures, 0) + 1
