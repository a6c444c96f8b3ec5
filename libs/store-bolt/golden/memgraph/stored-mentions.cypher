UNWIND $rows AS row MATCH (d:Document {key: row.document, user: $user})-[mention:MENTIONS]->(e:Entity {key: row.entity}) WITH e, d, mention.place AS at2 OPTIONAL MATCH (d)-[:BROUGHT]->(name:EntityName)-[:NAMES]->(e)
WITH e, d, at2, collect(name.nameKey) AS keys
RETURN e.serial AS at1, at2, e.id AS entityId, d.id AS documentId, keys
