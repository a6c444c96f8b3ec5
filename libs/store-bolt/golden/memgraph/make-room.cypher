UNWIND $gaps AS gap
MATCH (t:Turn {session: $session, user: $user}) WHERE t.position >= gap.from AND t.position < gap.to
WITH gap.by AS by, collect(t) AS turns
UNWIND turns AS t
SET t.position = t.position + by
