import { query } from "../connection/query.ts";

/** What the user's node counts; `writes` grows with every write of his. */
export const checkUserQuery = query(
  "check-user",
  () => `
MATCH (u:CortexUser {id: $user})
RETURN u.lock AS writes, u.documents AS documents, u.terms AS terms, u.lastSerial AS lastSerial, u.lastSession AS lastSession,
  coalesce(u.lastEntity, 0) AS lastEntity, coalesce(u.lastRelation, 0) AS lastRelation
`,
);
