UNWIND $rows AS row
MATCH (r:Relation {key: row.relation, user: $user})
MATCH (d:Document {key: row.document, user: $user})
CREATE (r)-[:RESTS_ON]->(d)
