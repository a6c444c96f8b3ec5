MATCH (s:Session {user: $user}) WHERE s.ordinal IS NOT NULL AND ($namespaces IS NULL OR s.namespace IN $namespaces)
RETURN count(*) AS sessions, sum(s.turns) AS turns, sum(s.openTurns) AS openTurns, sum(s.improvableTurns) AS improvableTurns,
  min(s.firstAt) AS oldestAt, max(s.lastAt) AS newestAt, sum(s.bytes) AS bytes
