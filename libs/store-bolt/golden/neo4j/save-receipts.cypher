MATCH (u:CortexUser {id: $user})
UNWIND $rows AS row
MERGE (r:Receipt {key: row.key})
ON CREATE SET r = row
