MATCH (s:Space {key: $space, user: $user})
CALL (s) {
  WITH s WHERE s.dimension = size($vector)
  UNWIND $keys AS key
  MATCH (v:Vector {key: key})-[:OF]->(d:Document)
  WHERE $namespaces IS NULL OR d.namespace IN $namespaces
  RETURN collect([d.id, (2.0 * vector.similarity.cosine(v.value, $vector) - 1.0)]) AS cosines
}
RETURN s.dimension AS dimension, cosines
