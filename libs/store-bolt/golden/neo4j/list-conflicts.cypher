MATCH (m:Memory {user: $user})
WHERE m.conflictGroup IS NOT NULL AND m.conflictStatus = 'active' AND ($namespaces IS NULL OR m.namespace IN $namespaces)
WITH m.conflictGroup AS name, max(m.serial) AS newest, collect(m) AS members
WHERE newest < $before
WITH name, newest, members ORDER BY newest DESC LIMIT $limit
UNWIND members AS m
RETURN name, newest, m {.id, .serial, .namespace, .type, .lifetime, .expiresAt, .topic, .text, .contentHash, .importance, .confidence, .visibility, .tags, .project, .speaker, .sessionId, .source, .observedAt, .validFrom, .validTo, .createdAt, .retiredAt, .supersededAt, .episodeStart, .episodeEnd, .accessCount, .lastAccessedAt, .reinforcedCount, .supersedes, .supersededBy, .conflictGroup, .conflictStatus, .provenance} AS memory
ORDER BY newest DESC, m.serial
