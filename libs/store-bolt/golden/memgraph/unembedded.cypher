MATCH (s:Space {key: $space, user: $user})<-[:LACKS]-(d:Document)
WHERE $namespaces IS NULL OR d.namespace IN $namespaces
WITH d ORDER BY d.serial LIMIT $limit
RETURN d.id AS id, CASE WHEN d.kind = 'turn' AND d.speaker IS NOT NULL THEN d.speaker + ': ' + d.text ELSE d.text END AS text
