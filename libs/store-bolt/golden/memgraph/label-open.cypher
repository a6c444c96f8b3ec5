UNWIND $keys AS key MATCH (d:Document {key: key, user: $user}) SET d:OpenTurn
