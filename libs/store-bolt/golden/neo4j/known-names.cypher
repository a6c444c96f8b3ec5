UNWIND $keys AS key MATCH (n:EntityName {key: key, user: $user}) RETURN n.key AS key
