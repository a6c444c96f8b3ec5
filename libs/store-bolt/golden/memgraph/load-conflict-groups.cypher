UNWIND $groups AS group
MATCH (m:Memory {user: $user, conflictGroup: group})
WHERE m.conflictStatus = 'active'
RETURN m.serial AS serial, m {.id, .serial, .namespace, .type, .lifetime, .expiresAt, .topic, .text, .contentHash, .importance, .confidence, .visibility, .tags, .project, .speaker, .sessionId, .source, .observedAt, .validFrom, .validTo, .createdAt, .retiredAt, .supersededAt, .episodeStart, .episodeEnd, .accessCount, .lastAccessedAt, .reinforcedCount, .supersedes, .supersededBy, .conflictGroup, .conflictStatus, .provenance} AS memory
