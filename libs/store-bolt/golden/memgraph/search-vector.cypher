MATCH (s:Space {key: $space, user: $user})
OPTIONAL MATCH (c:VectorScope {space: $space})
WHERE $namespaces IS NULL OR c.namespace IN $namespaces
WITH s, collect(c.key) AS scopes, coalesce(sum(c.vectors), 0) AS share
WITH s.dimension AS dimension, s.index AS index, scopes, share, size($vector) = s.dimension AS fits,
  toInteger(ceil($limit * $slack * CASE WHEN s.vectors <= share THEN 1.0 ELSE toFloat(s.vectors) / (share + 1) END)) AS fetch
WITH dimension, index, scopes, share, fits, fetch, index IS NULL OR share <= $exactUpTo OR share <= fetch AS exact
CALL (exact, fits, scopes) {
  WITH exact, fits, scopes WHERE exact AND fits
  UNWIND scopes AS scope
  MATCH (v:Vector {scope: scope})
  WITH v, vector_search.cosine_similarity(v.value, $vector) AS cosine ORDER BY cosine DESC
  MATCH (v)-[:OF]->(d:Document)
  WHERE d.user = $user AND ($namespaces IS NULL OR d.namespace IN $namespaces) AND d.kind IN $filterKinds
  AND ((d.kind = 'turn' AND ($filterTurnsUntil IS NULL OR d.observedAt <= $filterTurnsUntil)
    AND ($filterBefore IS NULL OR d.observedAt < $filterBefore)
    AND ($filterAfter IS NULL OR d.observedAt >= $filterAfter))
  OR (d.kind <> 'turn' AND ($filterTypes IS NULL OR d.type IN $filterTypes)
    AND ($filterTags IS NULL OR any(tag IN $filterTags WHERE tag IN d.tags))
    AND ($filterHistory OR (($filterKnownAt IS NULL OR d.createdAt <= $filterKnownAt)
      AND (NOT $filterWithoutLost OR d.conflictStatus IS NULL OR d.conflictStatus <> 'resolved')
      AND (d.retiredAt IS NULL OR ($filterPast AND d.retiredAt > $filterRetiredBy))
      AND coalesce(d.validFrom, CASE WHEN $filterPast THEN d.observedAt ELSE $filterAt END) <= $filterAt
      AND (d.validTo IS NULL OR d.validTo > $filterAt OR ($filterKnownAt IS NOT NULL AND d.supersededAt IS NOT NULL AND d.supersededAt > $filterKnownAt))
      AND (d.expiresAt IS NULL OR d.expiresAt > $filterAt)))
    AND ($filterBefore IS NULL OR coalesce(d.validFrom, d.observedAt) < $filterBefore)
    AND ($filterAfter IS NULL OR ((d.validTo IS NULL OR d.validTo > $filterAfter) AND (d.expiresAt IS NULL OR d.expiresAt > $filterAfter)))))
  WITH d, cosine ORDER BY cosine DESC LIMIT $limit
  RETURN collect(d) AS compared, collect([d.ref, d.position, cosine]) AS comparedRows
}
CALL (exact, fits, index, fetch) {
  WITH exact, fits, index, fetch WHERE fits AND NOT exact
  CALL vector_search.search(index, fetch, $vector) YIELD node AS v, similarity AS cosine
  MATCH (v)-[:OF]->(d:Document)
  WHERE d.user = $user AND ($namespaces IS NULL OR d.namespace IN $namespaces) AND d.kind IN $filterKinds
  AND ((d.kind = 'turn' AND ($filterTurnsUntil IS NULL OR d.observedAt <= $filterTurnsUntil)
    AND ($filterBefore IS NULL OR d.observedAt < $filterBefore)
    AND ($filterAfter IS NULL OR d.observedAt >= $filterAfter))
  OR (d.kind <> 'turn' AND ($filterTypes IS NULL OR d.type IN $filterTypes)
    AND ($filterTags IS NULL OR any(tag IN $filterTags WHERE tag IN d.tags))
    AND ($filterHistory OR (($filterKnownAt IS NULL OR d.createdAt <= $filterKnownAt)
      AND (NOT $filterWithoutLost OR d.conflictStatus IS NULL OR d.conflictStatus <> 'resolved')
      AND (d.retiredAt IS NULL OR ($filterPast AND d.retiredAt > $filterRetiredBy))
      AND coalesce(d.validFrom, CASE WHEN $filterPast THEN d.observedAt ELSE $filterAt END) <= $filterAt
      AND (d.validTo IS NULL OR d.validTo > $filterAt OR ($filterKnownAt IS NOT NULL AND d.supersededAt IS NOT NULL AND d.supersededAt > $filterKnownAt))
      AND (d.expiresAt IS NULL OR d.expiresAt > $filterAt)))
    AND ($filterBefore IS NULL OR coalesce(d.validFrom, d.observedAt) < $filterBefore)
    AND ($filterAfter IS NULL OR ((d.validTo IS NULL OR d.validTo > $filterAfter) AND (d.expiresAt IS NULL OR d.expiresAt > $filterAfter)))))
  WITH d, cosine ORDER BY cosine DESC LIMIT $limit
  RETURN collect(d) AS near, collect([d.ref, d.position, cosine]) AS nearRows
}
WITH dimension, exact, scopes, compared + near AS hits, comparedRows + nearRows AS rows
CALL (hits, scopes) {
  UNWIND hits[0..$surrounded] AS hit
  MATCH (t:Turn)
  WHERE t.session = hit.session AND t.position >= hit.position - $window AND t.position <= hit.position + $window AND t.position <> hit.position
    AND t.user = $user AND ($namespaces IS NULL OR t.namespace IN $namespaces) AND 'turn' IN $filterKinds AND ($filterTurnsUntil IS NULL OR t.observedAt <= $filterTurnsUntil)
    AND ($filterBefore IS NULL OR t.observedAt < $filterBefore)
    AND ($filterAfter IS NULL OR t.observedAt >= $filterAfter)
  WITH DISTINCT t AS d, scopes
  MATCH (v:Vector)-[:OF]->(d)
  WHERE v.scope IN scopes
  RETURN collect([d.ref, d.position, vector_search.cosine_similarity(v.value, $vector)]) AS beside
}
RETURN dimension, exact, rows, beside
