UNWIND $keys AS key
MATCH (d:Document {key: key, user: $user}) WHERE $namespaces IS NULL OR d.namespace IN $namespaces
OPTIONAL MATCH (s:Session {key: d.session})
CALL (d) {
  OPTIONAL MATCH (m:Memory)-[:RESTS_ON]->(d) WHERE m.supersededBy IS NOT NULL AND m.retiredAt IS NULL
  RETURN m.supersededBy AS outdatedBy ORDER BY m.supersededAt DESC, m.serial DESC LIMIT 1
}
WITH d AS t, d AS m, s, outdatedBy
RETURN CASE WHEN t.kind = 'turn' THEN {kind: 'turn', id: t.id, serial: t.serial, sessionId: t.sessionId, namespace: t.namespace, position: t.position, role: t.role,
  speaker: t.speaker, text: t.text, observedAt: t.observedAt, timed: t.timed, externalId: t.externalId, contentHash: t.contentHash,
  channel: s.channel, agentId: s.agentId, project: s.project, createdAt: t.createdAt} END AS turn, CASE WHEN m.kind = 'memory' THEN m {.id, .serial, .namespace, .type, .lifetime, .expiresAt, .topic, .text, .contentHash, .importance, .confidence, .visibility, .tags, .project, .speaker, .sessionId, .source, .observedAt, .validFrom, .validTo, .createdAt, .retiredAt, .supersededAt, .episodeStart, .episodeEnd, .accessCount, .lastAccessedAt, .reinforcedCount, .supersedes, .supersededBy, .conflictGroup, .conflictStatus, .provenance} END AS memory, outdatedBy
