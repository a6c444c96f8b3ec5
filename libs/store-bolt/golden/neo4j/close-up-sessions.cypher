UNWIND $sessions AS session
MATCH (t:Turn {session: session, user: $user}) WHERE t.position >= 0
WITH session, t ORDER BY session, t.position
WITH session, collect(t) AS turns
UNWIND range(0, size(turns) - 1) AS place
WITH turns[place] AS t, place
WHERE t.position <> place
SET t.position = place
