MATCH (m:Memory {user: $user}) WHERE m.createdAt IS NOT NULL AND ($namespaces IS NULL OR m.namespace IN $namespaces)
WITH m, m.retiredAt IS NULL AND (m.validTo IS NULL OR m.validTo > $now) AND (m.expiresAt IS NULL OR m.expiresAt > $now)
  AND (m.validFrom IS NULL OR m.validFrom <= $now) AS active
RETURN active, m.type AS type, m.lifetime AS lifetime, m.topic AS topic, count(*) AS memories, min(m.observedAt) AS oldestAt, max(m.observedAt) AS newestAt,
  sum(size(m.text)) AS bytes, collect(DISTINCT CASE WHEN m.conflictStatus = 'active' THEN m.conflictGroup END) AS conflicts
