UNWIND $rows AS row
MATCH (r:Relation {key: row.key, user: $user})
SET r += row.changes
