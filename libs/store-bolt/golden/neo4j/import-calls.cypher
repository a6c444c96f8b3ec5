UNWIND $rows AS row CREATE (c:LlmCall) SET c = row, c.user = $user
