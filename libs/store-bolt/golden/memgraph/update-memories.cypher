UNWIND $rows AS row
MATCH (m:Document:Memory {key: row.key, user: $user})
SET m += row.changes
