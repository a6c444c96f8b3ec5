import { query } from "../connection/query.ts";

/** A turn is captured once; whether a model should read it (again) is told anew each time. The counters of the session follow. */
const markQuery = (name: string, change: string) =>
  query(
    name,
    () => `
MATCH (u:CortexUser {id: $user}), (s:Session {key: $session, user: $user})
SET u.documentRevision = coalesce(u.documentRevision, 0) + 1
WITH s
UNWIND $keys AS key
MATCH (t:Document {key: key, user: $user})
WITH s, t, CASE WHEN t.capturedAt IS NULL THEN 1 ELSE 0 END AS fresh, CASE WHEN t:ImprovableTurn THEN 1 ELSE 0 END AS listed
SET t.capturedAt = coalesce(t.capturedAt, $at)
REMOVE t:OpenTurn
${change}
WITH s, sum(fresh) AS fresh, sum(listed) AS listed, count(*) AS marked
SET s.captured = s.captured + fresh, s.openTurns = s.openTurns - fresh,
  s.improvableTurns = s.improvableTurns - listed + CASE WHEN $improvable THEN marked ELSE 0 END
`,
  );

export const markImprovableQuery = markQuery("mark-improvable", "SET t:ImprovableTurn");
export const markCapturedQuery = markQuery("mark-captured", "REMOVE t:ImprovableTurn");

/** The windows to be improved are asked for by their newest turn. */
export const newestImprovableQuery = query(
  "newest-improvable",
  () => `
MATCH (s:Session {key: $session, user: $user})
CALL (s) {
  MATCH (t:ImprovableTurn {session: $session}) WHERE t.serial > 0
  WITH t ORDER BY t.session DESC, t.serial DESC LIMIT 1
  RETURN collect(t.serial) AS newest
}
SET s.newestImprovable = newest[0]
`,
);
