MATCH (u:CortexUser {id: $user})
UNWIND $rows AS row
MERGE (c:LlmCall {key: row.key})
ON CREATE SET c = row
