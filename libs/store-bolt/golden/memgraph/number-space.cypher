MATCH (s:Space {key: $space, user: $user})
MERGE (c:CortexCounter {id: 'spaces'})
ON CREATE SET c.last = 0
SET c.last = CASE WHEN s.number IS NULL THEN c.last + 1 ELSE c.last END, s.number = coalesce(s.number, c.last)
RETURN s.number AS number, s.dimension AS dimension
