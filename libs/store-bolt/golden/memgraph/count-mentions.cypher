UNWIND $rows AS row MATCH (e:Entity {key: row.key, user: $user}) SET e.documents = e.documents + row.count
