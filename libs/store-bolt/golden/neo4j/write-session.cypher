MATCH (u:CortexUser {id: $user})
MERGE (s:Session {key: $session})
ON CREATE SET s.user = $user, s.namespace = $namespace, s.sessionId = $sessionId, s.ordinal = u.lastSession + 1,
  s.revision = 0, s.turns = 0, s.captured = 0, s.openTurns = 0, s.improvableTurns = 0, s.bytes = 0
SET s.channel = coalesce(s.channel, $channel), s.agentId = coalesce(s.agentId, $agentId), s.project = coalesce(s.project, $project),
  s.revision = s.revision + 1, s.turns = s.turns + $count, s.openTurns = s.openTurns + $count, s.bytes = s.bytes + $bytes,
  s.firstAt = CASE WHEN s.firstAt IS NULL OR $firstAt < s.firstAt THEN $firstAt ELSE s.firstAt END,
  s.lastAt = CASE WHEN s.lastAt IS NULL OR $lastAt > s.lastAt THEN $lastAt ELSE s.lastAt END,
  u.documentRevision = coalesce(u.documentRevision, 0) + 1,
  u.lastSession = CASE WHEN s.ordinal > u.lastSession THEN s.ordinal ELSE u.lastSession END
RETURN s.revision AS revision, s.turns AS length
