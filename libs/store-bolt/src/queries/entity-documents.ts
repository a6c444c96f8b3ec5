import { query } from "../connection/query.ts";
import { newestMentions } from "../records/mention-place.ts";

/** The newest documents of a kind that mention one of the entities. */
export const entityDocumentsQuery = query(
  "entity-documents",
  () => `
UNWIND $keys AS key
MATCH (e:Entity {key: key, user: $user})
WITH e, $kind AS kind
CALL (e, kind) {
  ${newestMentions("e", "$limit")}
  RETURN d
}
WITH DISTINCT d ORDER BY d.serial DESC LIMIT $limit
RETURN d.id AS id
`,
);
