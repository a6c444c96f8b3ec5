import { query } from "../connection/query.ts";

/** Of a stretch of sessions those whose counters or places differ from their turns. */
export const checkSessionsQuery = query(
  "check-sessions",
  () => `
MATCH (s:Session {user: $user}) WHERE s.ordinal > $after AND s.ordinal <= $until
CALL (s) {
  OPTIONAL MATCH (t:Turn {session: s.key}) WHERE t.position IS NOT NULL
  RETURN count(t) AS turns, count(DISTINCT t.position) AS places, coalesce(max(t.position), -1) AS last, count(t.capturedAt) AS captured,
    sum(CASE WHEN t:OpenTurn THEN 1 ELSE 0 END) AS open, sum(CASE WHEN t:ImprovableTurn THEN 1 ELSE 0 END) AS improvable,
    sum(CASE WHEN t:OpenTurn = (t.capturedAt IS NULL) THEN 0 ELSE 1 END) AS mislabelled,
    max(CASE WHEN t:ImprovableTurn THEN t.serial END) AS newest, min(t.observedAt) AS firstAt, max(t.observedAt) AS lastAt
}
WITH s, s.turns <> turns OR places <> turns OR last <> turns - 1 OR s.firstAt <> firstAt OR s.lastAt <> lastAt AS misplaced,
  s.captured <> captured OR s.openTurns <> open OR s.improvableTurns <> improvable OR coalesce(s.newestImprovable, 0) <> coalesce(newest, 0)
    OR (turns > 0 AND mislabelled > 0) AS miscounted
RETURN coalesce(sum(CASE WHEN misplaced THEN 1 ELSE 0 END), 0) AS misplaced, coalesce(sum(CASE WHEN miscounted THEN 1 ELSE 0 END), 0) AS miscounted
`,
);
