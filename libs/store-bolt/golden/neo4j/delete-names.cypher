UNWIND $keys AS key
MATCH (name:EntityName {key: key, user: $user})
DETACH DELETE name
