MATCH (u:CortexUser {id: $user})
WITH u.documents AS total, u.terms AS termTotal
CALL { MATCH (one:CortexUser) RETURN sum(one.documents) AS indexed }
UNWIND $terms AS asked
OPTIONAL MATCH (t:Term {token: asked.token})
WITH total, termTotal, indexed, asked, coalesce(sum(t.documents), 0) AS documents,
  coalesce(sum(CASE WHEN $namespaces IS NULL OR t.namespace IN $namespaces THEN t.documents ELSE 0 END), 0) AS readable
ORDER BY asked.place
WITH total, termTotal, CASE WHEN indexed > total THEN indexed ELSE total END AS indexed,
  collect({token: asked.token, shelves: asked.shelves, documents: documents, readable: readable,
    weight: asked.factor * log(1.0 + (CASE WHEN total > documents THEN total - documents ELSE 0 END + 0.5) / (documents + 0.5))}) AS terms
WITH total, termTotal, terms, indexed, CASE WHEN total = 0 THEN 1.0 ELSE toFloat(termTotal) / total END AS averageLength
WITH total, termTotal, terms, averageLength, [term IN terms WHERE term.readable > 0 |
  {token: term.token, boost: term.weight / log(1.0 + (CASE WHEN indexed > term.documents THEN indexed - term.documents ELSE 0 END + 0.5) / (term.documents + 0.5))}] AS known
WITH total, termTotal, terms, averageLength, size(known) > 0 AS any,
  $scope + reduce(words = '', term IN known | words + ' ' + term.token + '^' + toString(CASE WHEN term.boost < 0.001 THEN 0.001 ELSE round(term.boost * 1000.0) / 1000.0 END)) + ')' AS asked
CALL (terms) {
  UNWIND terms AS term
  WITH term WHERE term.readable = 0
  UNWIND term.shelves AS shelf
  MATCH (w:Term)
  WHERE w.word >= shelf AND w.word < shelf + '􏿿' AND ($namespaces IS NULL OR w.namespace IN $namespaces)
  RETURN collect(DISTINCT w.term) AS words
}
CALL (any, asked) {
  WITH any, asked WHERE any
  CALL text_search.search_all('document_terms', asked, {limit: $fetch}) YIELD node AS d
  RETURN collect(d) AS found
}
CALL (found, terms, averageLength) {
  UNWIND found AS d
  WITH d, terms, averageLength
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
  WITH d, terms, 1.2 * (0.25 + 0.75 * d.termCount / averageLength) AS damping, d.terms AS text
  WITH d, terms, damping, [token IN $tokens | CASE WHEN text CONTAINS token THEN size(split(text, token)) - 1 ELSE 0 END] AS counts
  WITH d, reduce(score = 0.0, place IN range(0, size(counts) - 1) |
    CASE WHEN counts[place] = 0 THEN score ELSE score + terms[place].weight * counts[place] * 2.2 / (counts[place] + damping) END) AS score
  WHERE score > 0.0
  WITH d, score ORDER BY score DESC LIMIT $limit
  RETURN collect(d) AS hits
}
CALL (hits) {
  UNWIND range(0, size(hits) - 1) AS rank
  WITH hits[rank] AS hit, rank
  OPTIONAL MATCH (t:Turn)
  WHERE t.session = hit.session AND t.position >= hit.position - $window AND t.position <= hit.position + $window AND t.user = $user AND ($namespaces IS NULL OR t.namespace IN $namespaces) AND 'turn' IN $filterKinds AND ($filterTurnsUntil IS NULL OR t.observedAt <= $filterTurnsUntil)
    AND ($filterBefore IS NULL OR t.observedAt < $filterBefore)
    AND ($filterAfter IS NULL OR t.observedAt >= $filterAfter)
  UNWIND [hit, t] AS d
  WITH d, rank WHERE d IS NOT NULL
  WITH d, min(rank) AS rank
  RETURN collect({document: d, rank: rank}) AS around
}
CALL (around) {
  UNWIND around AS each
  WITH each.document AS d, each.rank AS rank
  WITH d, rank, d.terms AS text
  WITH d, rank, [token IN $tokens | CASE WHEN text CONTAINS token THEN size(split(text, token)) - 1 ELSE 0 END] AS counts
  WHERE rank < $surrounded OR any(count IN counts WHERE count > 0)
  RETURN collect([d.ref, d.position, counts]) AS rows
}
RETURN total, termTotal, [term IN terms | term.documents] AS documents, [term IN terms | term.readable] AS readable, words, size(found) AS fetched,
  [hit IN hits | hit.id] AS hits, rows
