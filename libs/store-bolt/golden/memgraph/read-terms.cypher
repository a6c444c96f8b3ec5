UNWIND $keys AS key MATCH (t:Term {key: key, user: $user}) RETURN t.token AS token, t.term AS term
