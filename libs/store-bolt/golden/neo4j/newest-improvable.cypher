MATCH (s:Session {key: $session, user: $user})
OPTIONAL MATCH (t:ImprovableTurn {session: $session}) WHERE t.serial > 0
WITH s, t ORDER BY t.serial DESC LIMIT 1
SET s.newestImprovable = t.serial
