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
