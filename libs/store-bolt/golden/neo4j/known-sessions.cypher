UNWIND $keys AS key MATCH (s:Session {key: key, user: $user}) RETURN s.key AS key
