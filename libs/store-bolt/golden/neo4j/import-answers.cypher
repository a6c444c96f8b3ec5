UNWIND $rows AS row CREATE (i:Idempotent) SET i = row, i.user = $user
