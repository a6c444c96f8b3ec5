UNWIND $rows AS row
MATCH (m:Document:Memory {key: row.key, user: $user})
UNWIND row.turns AS turn
MATCH (t:Document:Turn {key: turn, user: $user})
MERGE (m)-[:RESTS_ON]->(t)
