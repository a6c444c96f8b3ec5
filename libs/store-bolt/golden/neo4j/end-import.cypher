MATCH (u:CortexUser {id: $user})
SET u.lastSerial = CASE WHEN u.lastSerial < $lastSerial THEN $lastSerial ELSE u.lastSerial END,
  u.lastEntity = CASE WHEN u.lastEntity < $lastEntity THEN $lastEntity ELSE u.lastEntity END,
  u.lastSpace = CASE WHEN u.lastSpace < $lastSpace THEN $lastSpace ELSE u.lastSpace END,
  u.knowledgeRevision = coalesce(u.knowledgeRevision, 0) + 1, u.documentRevision = coalesce(u.documentRevision, 0) + 1
REMOVE u.importing
