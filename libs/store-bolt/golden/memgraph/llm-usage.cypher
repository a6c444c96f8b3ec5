MATCH (c:LlmCall {user: $user}) WHERE c.at >= $since AND ($until IS NULL OR c.at < $until)
RETURN c.purpose AS purpose, c.model AS model, count(*) AS calls, sum(CASE WHEN c.outcome = 'ok' THEN 0 ELSE 1 END) AS failed,
  sum(c.inputTokens) AS inputTokens, sum(c.outputTokens) AS outputTokens, sum(c.cacheReadTokens) AS cacheReadTokens, sum(c.cacheWriteTokens) AS cacheWriteTokens,
  sum(c.costUsd) AS costUsd, sum(CASE WHEN c.costUsd IS NULL THEN 1 ELSE 0 END) AS unpriced, sum(c.latencyMs) AS latencyMs
