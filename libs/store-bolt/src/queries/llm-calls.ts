import { query } from "../connection/query.ts";

export const clearLlmCallsQuery = query(
  "clear-llm-calls",
  () => `
MATCH (c:LlmCall {user: $user}) WHERE c.at < $before
WITH c ORDER BY c.at LIMIT $limit
DELETE c
`,
);

export const recordLlmCallsQuery = query(
  "record-llm-calls",
  () => `
MATCH (u:CortexUser {id: $user})
UNWIND $rows AS row
MERGE (c:LlmCall {key: row.key})
ON CREATE SET c = row
`,
);

const TOKENS = ["inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens"];

export const llmUsageQuery = query(
  "llm-usage",
  () => `
MATCH (c:LlmCall {user: $user}) WHERE c.at >= $since AND ($until IS NULL OR c.at < $until)
RETURN c.purpose AS purpose, c.model AS model, count(*) AS calls, sum(CASE WHEN c.outcome = 'ok' THEN 0 ELSE 1 END) AS failed,
  ${TOKENS.map((name) => `sum(c.${name}) AS ${name}`).join(", ")},
  sum(c.costUsd) AS costUsd, sum(CASE WHEN c.costUsd IS NULL THEN 1 ELSE 0 END) AS unpriced, sum(c.latencyMs) AS latencyMs
`,
);

/** Over all users, for a budget. */
export const llmSpentQuery = query(
  "llm-spent",
  () => `
MATCH (c:LlmCall) WHERE c.at >= $since AND c.at < $until
RETURN sum(${TOKENS.map((name) => `c.${name}`).join(" + ")}) AS tokens, sum(c.costUsd) AS usd
`,
);
