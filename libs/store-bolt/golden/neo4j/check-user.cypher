MATCH (u:CortexUser {id: $user})
RETURN u.lock AS writes, u.documents AS documents, u.terms AS terms, u.lastSerial AS lastSerial, u.lastSession AS lastSession,
  coalesce(u.lastEntity, 0) AS lastEntity, coalesce(u.lastRelation, 0) AS lastRelation
