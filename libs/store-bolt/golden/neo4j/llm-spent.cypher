MATCH (c:LlmCall) WHERE c.at >= $since AND c.at < $until
RETURN sum(c.inputTokens + c.outputTokens + c.cacheReadTokens + c.cacheWriteTokens) AS tokens, sum(c.costUsd) AS usd
