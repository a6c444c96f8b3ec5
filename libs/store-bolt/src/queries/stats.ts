import { query } from "../connection/query.ts";

const visible = (node: string): string => `($namespaces IS NULL OR ${node}.namespace IN $namespaces)`;

/** Sessions carry the counts of their turns. */
export const sessionStatsQuery = query(
  "stats-of-sessions",
  () => `
MATCH (s:Session {user: $user}) WHERE s.ordinal IS NOT NULL AND ${visible("s")}
RETURN count(*) AS sessions, sum(s.turns) AS turns, sum(s.openTurns) AS openTurns, sum(s.improvableTurns) AS improvableTurns,
  min(s.firstAt) AS oldestAt, max(s.lastAt) AS newestAt, sum(s.bytes) AS bytes
`,
);

export const memoryStatsQuery = query(
  "stats-of-memories",
  () => `
MATCH (m:Memory {user: $user}) WHERE m.createdAt IS NOT NULL AND ${visible("m")}
WITH m, m.retiredAt IS NULL AND (m.validTo IS NULL OR m.validTo > $now) AND (m.expiresAt IS NULL OR m.expiresAt > $now)
  AND (m.validFrom IS NULL OR m.validFrom <= $now) AS active
RETURN active, m.type AS type, m.lifetime AS lifetime, m.topic AS topic, count(*) AS memories, min(m.observedAt) AS oldestAt, max(m.observedAt) AS newestAt,
  sum(size(m.text)) AS bytes, collect(DISTINCT CASE WHEN m.conflictStatus = 'active' THEN m.conflictGroup END) AS conflicts
`,
);

export const graphStatsQuery = query(
  "stats-of-graph",
  () => `
OPTIONAL MATCH (e:Entity {user: $user}) WHERE e.serial IS NOT NULL AND ${visible("e")} AND NOT (e)-[:MERGED_INTO]->()
WITH count(e) AS entities
OPTIONAL MATCH (r:Relation {user: $user}) WHERE r.serial IS NOT NULL AND ${visible("r")} AND r.retiredAt IS NULL
RETURN entities, count(r) AS relations
`,
);
