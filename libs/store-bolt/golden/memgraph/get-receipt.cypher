MATCH (r:Receipt {key: $key, user: $user}) RETURN r.id AS id, r.at AS at, r.kind AS kind, r.body AS body
