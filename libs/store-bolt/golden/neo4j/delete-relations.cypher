UNWIND $keys AS key
MATCH (r:Relation {key: key, user: $user})
DETACH DELETE r
