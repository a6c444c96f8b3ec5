UNWIND $probes AS probe
CALL (probe) {
  CALL text_search.search_all('document_terms', probe.text, {limit: $fetch}) YIELD node AS d
  WITH d WHERE d.user = $user AND ($namespaces IS NULL OR d.namespace IN $namespaces) AND d.kind IN $filterKinds
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
  RETURN count(d) AS documents
}
RETURN probe.word AS word, documents
