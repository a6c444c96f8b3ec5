UNWIND $rows AS row
MATCH (e:Entity {key: row.key, user: $user})
OPTIONAL MATCH (e)-[former:MERGED_INTO]->(:Entity)
DELETE former
WITH e, row
MATCH (into:Entity {key: row.into, user: $user})
CREATE (e)-[:MERGED_INTO]->(into)
SET e.tied = true, into.tied = true
