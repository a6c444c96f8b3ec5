UNWIND $keys AS key MATCH (d:Document {key: key, user: $user}) RETURN d.id AS id, d.kind AS kind, d.serial AS serial
