CALL {
  MATCH (m:Memory {user: $user, supersedes: $id})
  RETURN m
  UNION
  MATCH (m:Memory {user: $user, supersededBy: $id})
  RETURN m
}
RETURN m.serial AS serial, m {.id, .serial, .namespace, .type, .lifetime, .expiresAt, .topic, .text, .contentHash, .importance, .confidence, .visibility, .tags, .project, .speaker, .sessionId, .source, .observedAt, .validFrom, .validTo, .createdAt, .retiredAt, .supersededAt, .episodeStart, .episodeEnd, .accessCount, .lastAccessedAt, .reinforcedCount, .supersedes, .supersededBy, .conflictGroup, .conflictStatus, .provenance} AS memory
