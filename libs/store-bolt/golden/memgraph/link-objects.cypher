UNWIND $rows AS row
MATCH (r:Relation {key: row.relation, user: $user})
MATCH (object:Entity {key: row.entity, user: $user})
CREATE (r)-[:OBJECT]->(object)
