MATCH (u:CortexUser {id: $user})
SET u.lastSpace = coalesce(u.lastSpace, 0) + 1, u.documentRevision = coalesce(u.documentRevision, 0) + 1
RETURN u.lastSpace AS id, u.lastSerial > 0 AS hasDocuments
