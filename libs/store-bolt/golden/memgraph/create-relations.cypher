UNWIND $rows AS row
MATCH (subject:Entity {key: row.subject, user: $user})
CREATE (r:Relation)-[:SUBJECT]->(subject)
SET r = row.fields, r.user = $user
