import { query } from "../connection/query.ts";

/** Turns that are not there are passed over: the list of their ids on the memory is whole. */
export const linkProvenanceQuery = query(
  "link-provenance",
  () => `
UNWIND $rows AS row
MATCH (m:Document:Memory {key: row.key, user: $user})
UNWIND row.turns AS turn
MATCH (t:Document:Turn {key: turn, user: $user})
MERGE (m)-[:RESTS_ON]->(t)
`,
);
