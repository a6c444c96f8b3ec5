import { query } from "../connection/query.ts";
import { NAMED, STANDING } from "../records/entity-groups.ts";
import { relationOf } from "../records/relation-record.ts";

/** With the asked names of the subject, or of what was merged with it. */
export const findRelationsQuery = query(
  "find-relations",
  () => `
${NAMED}
${STANDING}
WITH DISTINCT root
MATCH (member:Entity)-[:MERGED_INTO*0..]->(root)
WITH root, collect(member) AS members
CALL (members) {
  UNWIND members AS member
  MATCH (name:EntityName)-[:NAMES]->(member)
  WHERE name.nameKey IN $keys
  RETURN collect(DISTINCT name.nameKey) AS subjectKeys
}
UNWIND members AS member
MATCH (member)<-[:SUBJECT]-(r:Relation)
WHERE r.predicate IN $predicates AND r.retiredAt IS NULL AND (r.validTo IS NULL OR r.validTo > $asked)
WITH r, subjectKeys ORDER BY r.serial DESC LIMIT $limit
RETURN ${relationOf("r")} AS relation, subjectKeys
ORDER BY r.serial DESC
`,
);
