MATCH (u:CortexUser {id: $user})
WITH u, u.lastSession AS last
SET u.lastSession = last + size($rows)
WITH last
UNWIND range(0, size($rows) - 1) AS place
CREATE (s:Session)
SET s = $rows[place], s.user = $user, s.ordinal = last + place + 1, s.captured = 0, s.openTurns = 0, s.improvableTurns = 0, s.bytes = 0
