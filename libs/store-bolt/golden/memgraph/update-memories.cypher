UNWIND $rows AS row
MATCH (m:Memory {key: row.key, user: $user})
SET m += row.changes
