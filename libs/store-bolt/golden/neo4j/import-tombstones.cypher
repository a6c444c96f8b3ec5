UNWIND $rows AS row CREATE (t:Tombstone) SET t = row, t.user = $user
