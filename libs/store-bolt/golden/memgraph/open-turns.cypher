MATCH (s:Session {key: $session, user: $user})
CALL (s) {
  MATCH (t:OpenTurn {session: $session}) WHERE t.position >= 0
  WITH t, s ORDER BY t.session, t.position LIMIT $limit
  RETURN collect({kind: 'turn', id: t.id, serial: t.serial, sessionId: t.sessionId, namespace: t.namespace, position: t.position, role: t.role,
  speaker: t.speaker, text: t.text, observedAt: t.observedAt, timed: t.timed, externalId: t.externalId, contentHash: t.contentHash,
  channel: s.channel, agentId: s.agentId, project: s.project, createdAt: t.createdAt}) AS open
}
CALL (s, open) {
  MATCH (t:Turn {session: $session}) WHERE t.position < open[0].position AND t.capturedAt IS NOT NULL
  WITH t, s ORDER BY t.session DESC, t.position DESC LIMIT $context
  RETURN collect({kind: 'turn', id: t.id, serial: t.serial, sessionId: t.sessionId, namespace: t.namespace, position: t.position, role: t.role,
  speaker: t.speaker, text: t.text, observedAt: t.observedAt, timed: t.timed, externalId: t.externalId, contentHash: t.contentHash,
  channel: s.channel, agentId: s.agentId, project: s.project, createdAt: t.createdAt}) AS context
}
RETURN open, context
