UNWIND $hashes AS hash
MATCH (m:Memory {user: $user, contentHash: hash})
WHERE ($namespaces IS NULL OR m.namespace IN $namespaces) AND m.retiredAt IS NULL AND (m.validTo IS NULL OR m.validTo > $now) AND (m.expiresAt IS NULL OR m.expiresAt > $now)
WITH DISTINCT m
RETURN m {.id, .serial, .namespace, .type, .lifetime, .expiresAt, .topic, .text, .contentHash, .importance, .confidence, .visibility, .tags, .project, .speaker, .sessionId, .source, .observedAt, .validFrom, .validTo, .createdAt, .retiredAt, .supersededAt, .episodeStart, .episodeEnd, .accessCount, .lastAccessedAt, .reinforcedCount, .supersedes, .supersededBy, .conflictGroup, .conflictStatus, .provenance} AS memory
ORDER BY m.serial
