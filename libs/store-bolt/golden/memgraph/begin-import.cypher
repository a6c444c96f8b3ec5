MERGE (u:CortexUser {id: $user})
ON CREATE SET u.lock = 0, u.lastSerial = 0, u.lastSession = 0, u.lastEntity = 0, u.lastRelation = 0, u.lastSpace = 0,
  u.documents = 0, u.terms = 0, u.createdAt = $now, u.importing = $stream, u.importStream = $stream
SET u.lock = u.lock + 1
RETURN u.importing AS importing, u.importStream AS stream
