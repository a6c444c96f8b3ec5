MATCH (c:LlmCall {user: $user}) WHERE c.at < $before
WITH c ORDER BY c.at LIMIT $limit
DELETE c
