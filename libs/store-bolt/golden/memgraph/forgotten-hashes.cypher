UNWIND $hashes AS hash
MATCH (t:Tombstone {user: $user, contentHash: hash})
WHERE ($namespaces IS NULL OR t.namespace IN $namespaces)
RETURN DISTINCT hash
