MATCH (s:Space {key: $space, user: $user})
WHERE NOT EXISTS { MATCH (:Document)-[:LACKS]->(s) }
SET s.state = 'active'
RETURN s.embedder AS embedder, s.id AS id
