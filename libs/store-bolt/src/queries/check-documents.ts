import { query } from "../connection/query.ts";

/** What the documents of a stretch of serials come to, and which of them are not as they are written. */
export const checkDocumentsQuery = query(
  "check-documents",
  () => `
MATCH (d:Document {user: $user}) WHERE d.serial > $after AND d.serial <= $until
OPTIONAL MATCH (s:Session {key: d.session, user: $user})
OPTIONAL MATCH (d)-[lack:LACKS]->(:Space)
WITH d, s, count(lack) AS lacking
RETURN count(d) AS documents, coalesce(sum(d.termCount), 0) AS terms, count(DISTINCT d.serial) AS serials, coalesce(max(d.serial), 0) AS newest,
  sum(CASE WHEN d:Turn AND s IS NULL THEN 1 ELSE 0 END) AS astray,
  sum(CASE WHEN size(split(d.terms, ' ')) = d.termCount + 2 THEN 0 ELSE 1 END) AS misread,
  sum(CASE WHEN d.retiredAt IS NOT NULL AND lacking > 0 THEN 1 ELSE 0 END) AS needless
`,
);

/** Conflicts are between memories. */
export const checkConflictsQuery = query(
  "check-conflicts",
  () => `
MATCH (m:Memory {user: $user}) WHERE m.conflictGroup IS NOT NULL AND m.conflictStatus = 'active'
WITH m.conflictGroup AS conflict, count(*) AS memories
WHERE memories = 1
RETURN count(*) AS alone
`,
);
