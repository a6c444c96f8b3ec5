import { query } from "../connection/query.ts";
import { memoryOf } from "../records/memory-record.ts";
import { TURN_RECORD } from "../records/turn-record.ts";

/**
 * Outdated is a turn on which a memory rests that was true once and has a successor; not one on which only what was never right rests. The
 * latest, of several.
 */
export const getDocumentsQuery = query(
  "get-documents",
  () => `
UNWIND $keys AS key
MATCH (d:Document {key: key, user: $user}) WHERE $namespaces IS NULL OR d.namespace IN $namespaces
OPTIONAL MATCH (s:Session {key: d.session})
CALL (d) {
  OPTIONAL MATCH (m:Memory)-[:RESTS_ON]->(d) WHERE m.supersededBy IS NOT NULL AND m.retiredAt IS NULL
  RETURN m.supersededBy AS outdatedBy ORDER BY m.supersededAt DESC, m.serial DESC LIMIT 1
}
WITH d AS t, d AS m, s, outdatedBy
RETURN CASE WHEN t.kind = 'turn' THEN ${TURN_RECORD} END AS turn, CASE WHEN m.kind = 'memory' THEN ${memoryOf("m")} END AS memory, outdatedBy
`,
);
