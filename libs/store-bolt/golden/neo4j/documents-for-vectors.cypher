UNWIND $rows AS row
MATCH (d:Document {key: row.document})
WHERE d.user = $user AND ($namespaces IS NULL OR d.namespace IN $namespaces)
OPTIONAL MATCH (v:Vector {key: row.key})
RETURN d.id AS id, d.namespace AS namespace, v IS NOT NULL AS hasVector
