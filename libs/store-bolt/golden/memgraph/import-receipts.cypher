UNWIND $rows AS row CREATE (r:Receipt) SET r = row, r.user = $user
