UNWIND $keys AS key MATCH (t:Tombstone {key: key, user: $user}) RETURN t.contentHash AS at1, t.key AS at2, t.namespace AS namespace, t.contentHash AS contentHash, t.at AS at
