UNWIND $keys AS key
MATCH (d:Document {key: key, user: $user})
RETURN d.id AS id, d.namespace AS namespace, d.serial AS serial, d.text AS text,
  CASE WHEN d.kind = 'memory' THEN d {.id, .serial, .namespace, .type, .lifetime, .expiresAt, .topic, .text, .contentHash, .importance, .confidence, .visibility, .tags, .project, .speaker, .sessionId, .source, .observedAt, .validFrom, .validTo, .createdAt, .retiredAt, .supersededAt, .episodeStart, .episodeEnd, .accessCount, .lastAccessedAt, .reinforcedCount, .supersedes, .supersededBy, .conflictGroup, .conflictStatus, .provenance} END AS memory
