UNWIND $rows AS row
MATCH (d:Document {key: row.document, user: $user})
OPTIONAL MATCH (d)-[lack:LACKS]->(:Space {key: row.space, user: $user})
OPTIONAL MATCH (v:Vector {key: row.key, user: $user})
RETURN row.spaceId AS spaceId, d.id AS id, v.value AS value, lack IS NOT NULL AS lacks, d.retiredAt IS NOT NULL AS retired
