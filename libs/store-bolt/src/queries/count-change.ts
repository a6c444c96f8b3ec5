import { query } from "../connection/query.ts";

/** What was decided on an older state is then told from what was decided on this one. */
export const countChangeQuery = query(
  "count-change",
  () => `
MATCH (u:CortexUser {id: $user})
SET u.lastEntity = $lastEntity, u.lastRelation = $lastRelation, u.knowledgeRevision = coalesce(u.knowledgeRevision, 0) + 1,
  u.documentRevision = coalesce(u.documentRevision, 0) + 1
`,
);
