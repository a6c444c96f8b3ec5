import { query } from "../connection/query.ts";

export const listSessionsQuery = query(
  "list-sessions",
  () => `
MATCH (s:Session {user: $user})
WHERE s.ordinal < $before AND ($namespaces IS NULL OR s.namespace IN $namespaces)
RETURN s.ordinal AS ordinal, s.sessionId AS sessionId, s.namespace AS namespace, s.channel AS channel, s.agentId AS agentId, s.project AS project,
  s.turns AS turns, s.captured AS captured, s.firstAt AS firstAt, s.lastAt AS lastAt
ORDER BY s.user DESC, s.ordinal DESC LIMIT $limit
`,
);
