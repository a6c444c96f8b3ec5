UNWIND $rows AS row CREATE (d:Document:Turn) SET d = row, d.user = $user
