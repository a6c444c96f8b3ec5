UNWIND $rows AS row
MATCH (name:EntityName {key: row.name, user: $user})
UNWIND row.documents AS document
MATCH (d:Document {key: document, user: $user})
MERGE (d)-[:BROUGHT]->(name)
