UNWIND $keys AS key MATCH (v:Vector {key: key, user: $user}) SET v:SpaceVector1
