OPTIONAL MATCH (last:Document {key: $after, user: $user})
WITH coalesce(last.serial, 0) AS after
MATCH (d:Document)
WHERE d.user = $user AND d.serial > after AND d.retiredAt IS NULL AND ($namespaces IS NULL OR d.namespace IN $namespaces)
WITH d ORDER BY d.serial LIMIT $limit
RETURN d.id AS id, CASE WHEN d.kind = 'turn' AND d.speaker IS NOT NULL THEN d.speaker + ': ' + d.text ELSE d.text END AS text
