import { query } from "../connection/query.ts";
import { memoryOf } from "../records/memory-record.ts";

/** Memories whole, of turns their text. */
export const loadDocumentsQuery = query(
  "load-documents",
  () => `
UNWIND $keys AS key
MATCH (d:Document {key: key, user: $user})
RETURN d.id AS id, d.namespace AS namespace, d.serial AS serial, d.text AS text,
  CASE WHEN d.kind = 'memory' THEN ${memoryOf("d")} END AS memory
`,
);
