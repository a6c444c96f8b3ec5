UNWIND $rows AS row
MATCH (d:Document {key: row.document, user: $user})
MERGE (v:Vector {key: row.key})
ON CREATE SET v.user = $user, v.scope = row.scope
MERGE (v)-[:OF]->(d)
WITH v, row
SET v.value = row.vector
