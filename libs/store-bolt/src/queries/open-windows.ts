import { query } from "../connection/query.ts";

/** When the first and the last of the turns of one label in the session `s` arrived. */
const arrivals = (label: "OpenTurn" | "ImprovableTurn"): string => `
CALL (s) {
  MATCH (t:${label} {session: s.key}) WHERE t.serial > 0
  RETURN t.createdAt AS firstArrivedAt ORDER BY t.session, t.serial LIMIT 1
}
CALL (s) {
  MATCH (t:${label} {session: s.key}) WHERE t.serial > 0
  RETURN t.createdAt AS lastArrivedAt ORDER BY t.session DESC, t.serial DESC LIMIT 1
}`;

export const openWindowsQuery = query(
  "open-windows",
  () => `
MATCH (s:Session {user: $user})
WHERE s.openTurns > 0 AND ($namespaces IS NULL OR s.namespace IN $namespaces)
${arrivals("OpenTurn")}
RETURN s.sessionId AS sessionId, s.namespace AS namespace, s.openTurns AS openTurns, firstArrivedAt, lastArrivedAt
`,
);

export const improvableWindowsQuery = query(
  "improvable-windows",
  () => `
MATCH (s:Session {user: $user})
WHERE s.newestImprovable > 0 AND ($namespaces IS NULL OR s.namespace IN $namespaces)
WITH s ORDER BY s.user DESC, s.newestImprovable DESC LIMIT $limit
${arrivals("ImprovableTurn")}
RETURN s.sessionId AS sessionId, s.namespace AS namespace, s.improvableTurns AS openTurns, firstArrivedAt, lastArrivedAt
ORDER BY s.newestImprovable DESC
`,
);
