UNWIND $rows AS row
MATCH (m:Memory {key: row.key, user: $user})
UNWIND row.turns AS turn
MATCH (t:Turn {key: turn, user: $user})
MERGE (m)-[:RESTS_ON]->(t)
