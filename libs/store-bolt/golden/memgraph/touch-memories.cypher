UNWIND $keys AS key
MATCH (m:Document:Memory {key: key, user: $user})
WHERE ($namespaces IS NULL OR m.namespace IN $namespaces)
SET m.accessCount = m.accessCount + 1,
  m.lastAccessedAt = CASE WHEN m.lastAccessedAt IS NULL OR m.lastAccessedAt < $at THEN $at ELSE m.lastAccessedAt END
