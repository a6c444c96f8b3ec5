import { query } from "../connection/query.ts";

const least = (property: string, parameter: string, order: "<" | ">"): string =>
  `s.${property} = CASE WHEN s.${property} IS NULL OR ${parameter} ${order} s.${property} THEN ${parameter} ELSE s.${property} END`;

/** What an append changes of its session; the counters stand for what would have to be counted over its turns. */
export const writeSessionQuery = query(
  "write-session",
  () => `
MATCH (u:CortexUser {id: $user})
MERGE (s:Session {key: $session})
ON CREATE SET s.user = $user, s.namespace = $namespace, s.sessionId = $sessionId, s.ordinal = u.lastSession + 1,
  s.revision = 0, s.turns = 0, s.captured = 0, s.openTurns = 0, s.improvableTurns = 0, s.bytes = 0
SET s.channel = coalesce(s.channel, $channel), s.agentId = coalesce(s.agentId, $agentId), s.project = coalesce(s.project, $project),
  s.revision = s.revision + 1, s.turns = s.turns + $count, s.openTurns = s.openTurns + $count, s.bytes = s.bytes + $bytes,
  ${least("firstAt", "$firstAt", "<")},
  ${least("lastAt", "$lastAt", ">")},
  u.documentRevision = coalesce(u.documentRevision, 0) + 1,
  u.lastSession = CASE WHEN s.ordinal > u.lastSession THEN s.ordinal ELSE u.lastSession END
RETURN s.revision AS revision, s.turns AS length
`,
);
