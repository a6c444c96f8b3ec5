MATCH (u:CortexUser {id: $user}), (s:Session {key: $session, user: $user})
SET u.documentRevision = coalesce(u.documentRevision, 0) + 1
WITH s
UNWIND $keys AS key
MATCH (t:Document {key: key, user: $user})
WITH s, t, CASE WHEN t.capturedAt IS NULL THEN 1 ELSE 0 END AS fresh, CASE WHEN t:ImprovableTurn THEN 1 ELSE 0 END AS listed
SET t.capturedAt = coalesce(t.capturedAt, $at)
REMOVE t:OpenTurn
SET t:ImprovableTurn
WITH s, sum(fresh) AS fresh, sum(listed) AS listed, count(*) AS marked
SET s.captured = s.captured + fresh, s.openTurns = s.openTurns - fresh,
  s.improvableTurns = s.improvableTurns - listed + CASE WHEN $improvable THEN marked ELSE 0 END
