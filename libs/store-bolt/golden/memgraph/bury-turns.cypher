UNWIND $graves AS grave
MERGE (t:Tombstone {key: grave.key})
ON CREATE SET t.user = $user, t.namespace = grave.in, t.contentHash = grave.contentHash
SET t.at = $at
WITH count(*) AS buried
MATCH (u:CortexUser {id: $user})
SET u.erasures = coalesce(u.erasures, 0) + 1, u.knowledgeRevision = coalesce(u.knowledgeRevision, 0) + 1, u.documentRevision = coalesce(u.documentRevision, 0) + 1
