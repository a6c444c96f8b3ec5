MATCH (m:Memory {user: $user})
WHERE m.createdAt <= $createdAt AND (m.createdAt < $createdAt OR m.serial < $serial) AND ($namespaces IS NULL OR m.namespace IN $namespaces)
  AND ($type IS NULL OR m.type = $type) AND ($lifetime IS NULL OR m.lifetime = $lifetime) AND ($project IS NULL OR m.project = $project)
  AND ($tags IS NULL OR any(tag IN m.tags WHERE tag IN $tags))
  AND ($includeHistory OR (m.retiredAt IS NULL AND (m.validFrom IS NULL OR m.validFrom <= $asked) AND (m.validTo IS NULL OR m.validTo > $asked)
    AND (m.expiresAt IS NULL OR m.expiresAt > $asked)))
WITH m ORDER BY m.createdAt DESC, m.serial DESC LIMIT $limit
RETURN m {.id, .serial, .namespace, .type, .lifetime, .expiresAt, .topic, .text, .contentHash, .importance, .confidence, .visibility, .tags, .project, .speaker, .sessionId, .source, .observedAt, .validFrom, .validTo, .createdAt, .retiredAt, .supersededAt, .episodeStart, .episodeEnd, .accessCount, .lastAccessedAt, .reinforcedCount, .supersedes, .supersededBy, .conflictGroup, .conflictStatus, .provenance} AS memory
