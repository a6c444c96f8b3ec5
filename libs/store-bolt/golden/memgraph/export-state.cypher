MATCH (u:CortexUser {id: $user})
RETURN u.importing AS importing, u.importStream AS stream, u.importPosition AS position, u.lastSerial AS lastSerial, u.lastEntity AS lastEntity, u.lastSpace AS lastSpace,
  coalesce(u.documentRevision, 0) AS revision, coalesce(u.lastRelation, 0) AS lastRelation
