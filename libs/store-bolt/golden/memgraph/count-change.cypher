MATCH (u:CortexUser {id: $user})
SET u.lastEntity = $lastEntity, u.lastRelation = $lastRelation, u.knowledgeRevision = coalesce(u.knowledgeRevision, 0) + 1,
  u.documentRevision = coalesce(u.documentRevision, 0) + 1
