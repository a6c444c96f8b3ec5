UNWIND $rows AS row
MATCH (e:Entity {key: row.key, user: $user})
MATCH (d)-[mention:MENTIONS]->(e) WHERE mention.place > row.after
WITH e, d, mention.place AS at2 ORDER BY e.serial, at2 LIMIT $limit
OPTIONAL MATCH (d)-[:BROUGHT]->(name:EntityName)-[:NAMES]->(e)
WITH e, d, at2, collect(name.nameKey) AS keys
RETURN e.serial AS at1, at2, e.id AS entityId, d.id AS documentId, keys ORDER BY at1, at2
