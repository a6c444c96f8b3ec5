UNWIND $keys AS key MATCH (r:Receipt {key: key, user: $user}) RETURN r.at AS at1, r.key AS at2, r.id AS id, r.at AS at, r.kind AS kind, r.body AS body
