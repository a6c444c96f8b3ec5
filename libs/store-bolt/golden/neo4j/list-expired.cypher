MATCH (m:Memory {user: $user})
WHERE m.expiresAt <= $at AND m.retiredAt IS NULL AND ($namespaces IS NULL OR m.namespace IN $namespaces)
RETURN m.id AS id ORDER BY m.expiresAt, m.serial LIMIT $limit
