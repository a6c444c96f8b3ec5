import { query } from "../connection/query.ts";
import { SPACE_FIELDS } from "../records/space-record.ts";

/** The number of the user's next space, and whether there is anything to make vectors of. */
export const nextSpaceQuery = query(
  "next-space",
  () => `
MATCH (u:CortexUser {id: $user})
SET u.lastSpace = coalesce(u.lastSpace, 0) + 1, u.documentRevision = coalesce(u.documentRevision, 0) + 1
RETURN u.lastSpace AS id, u.lastSerial > 0 AS hasDocuments
`,
);

export const createSpaceQuery = query(
  "create-space",
  () => `
CREATE (s:Space)
SET s = $fields, s.user = $user, s.state = 'building', s.vectors = 0
RETURN ${SPACE_FIELDS} AS space
`,
);
