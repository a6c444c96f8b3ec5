import { query } from "../connection/query.ts";

/** Of a stretch of entities those that differ from what hangs on them. */
export const checkEntitiesQuery = query(
  "check-entities",
  () => `
MATCH (e:Entity {user: $user}) WHERE e.serial > $after AND e.serial <= $until
CALL (e) {
  OPTIONAL MATCH (d:Document {user: $user})-[m:MENTIONS]->(e)
  RETURN count(m) AS mentions, sum(CASE WHEN m IS NULL THEN 0
    WHEN m.place STARTS WITH e.code + left(d.kind, 1) AND toInteger(right(m.place, 12)) = d.serial THEN 0 ELSE 1 END) AS misplaced
}
CALL (e) {
  OPTIONAL MATCH (name:EntityName)-[:NAMES]->(e)
  WITH name ORDER BY name.position
  RETURN collect(name.nameKey) AS names
}
CALL (e) {
  OPTIONAL MATCH (r:Relation)-[:SUBJECT|OBJECT]->(e)
  RETURN count(r) AS relations
}
CALL (e) {
  MATCH way = (e)-[:MERGED_INTO*0..]->(root:Entity)
  WHERE NOT (root)-[:MERGED_INTO]->(:Entity)
  RETURN count(way) AS roots, sum(CASE WHEN root <> e AND e.tied IS NULL THEN 1 ELSE 0 END) AS untied
}
RETURN coalesce(sum(size(names)), 0) AS names, sum(CASE WHEN mentions = e.documents THEN 0 ELSE 1 END) AS miscounted, coalesce(sum(misplaced), 0) AS misplaced,
  sum(CASE WHEN names[0] = e.nameKey THEN 0 ELSE 1 END) AS misnamed, sum(CASE WHEN mentions = 0 AND relations = 0 THEN 1 ELSE 0 END) AS orphans,
  sum(CASE WHEN roots = 1 AND untied = 0 THEN 0 ELSE 1 END) AS tangled
`,
);

export const checkNamesQuery = query("check-names", () => "MATCH (name:EntityName {user: $user}) WHERE name.nameKey IS NOT NULL RETURN count(name) AS names");

/** Of a stretch of relations those whose relationships say something else than they do. */
export const checkRelationsQuery = query(
  "check-relations",
  () => `
MATCH (r:Relation {user: $user}) WHERE r.serial > $after AND r.serial <= $until
OPTIONAL MATCH (r)-[:SUBJECT]->(subject:Entity {user: $user})
WITH r, collect(subject.id) AS subjects
OPTIONAL MATCH (r)-[:OBJECT]->(object:Entity {user: $user})
WITH r, subjects, collect(object.id) AS objects
OPTIONAL MATCH (r)-[:RESTS_ON]->(source)
WITH r, subjects, objects, collect(source.id) AS sources
RETURN sum(CASE WHEN subjects = [r.subjectId] AND objects = CASE WHEN r.objectId IS NULL THEN [] ELSE [r.objectId] END THEN 0 ELSE 1 END) AS misled,
  sum(CASE WHEN all(id IN sources WHERE id = coalesce(r.memoryId, '') OR id = coalesce(r.turnId, '')) THEN 0 ELSE 1 END) AS misfounded
`,
);
