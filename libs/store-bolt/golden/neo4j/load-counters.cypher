MATCH (u:CortexUser {id: $user})
RETURN u.lastSerial AS lastSerial, u.lastEntity AS lastEntity, u.lastRelation AS lastRelation, coalesce(u.knowledgeRevision, 0) AS knowledgeRevision
