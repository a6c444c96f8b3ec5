UNWIND $rows AS row CREATE (d:Document:Memory) SET d = row, d.user = $user
