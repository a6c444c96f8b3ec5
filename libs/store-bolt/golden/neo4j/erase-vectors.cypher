UNWIND $keys AS key MATCH (v:Vector {key: key, user: $user}) DETACH DELETE v
