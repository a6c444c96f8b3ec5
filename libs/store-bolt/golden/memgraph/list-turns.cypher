MATCH (s:Session {user: $user, sessionId: $sessionId})
WHERE $namespaces IS NULL OR s.namespace IN $namespaces
WITH s, CASE WHEN $namespaces IS NULL THEN s.ordinal ELSE [place IN range(0, size($namespaces) - 1) WHERE $namespaces[place] = s.namespace][0] END AS rank
ORDER BY rank LIMIT 1
CALL (s) {
  MATCH (t:Turn {session: s.key}) WHERE t.position > $after
  WITH t, s ORDER BY t.session, t.position LIMIT $limit
  RETURN collect({kind: 'turn', id: t.id, serial: t.serial, sessionId: t.sessionId, namespace: t.namespace, position: t.position, role: t.role,
  speaker: t.speaker, text: t.text, observedAt: t.observedAt, timed: t.timed, externalId: t.externalId, contentHash: t.contentHash,
  channel: s.channel, agentId: s.agentId, project: s.project, createdAt: t.createdAt}) AS turns
}
RETURN turns
