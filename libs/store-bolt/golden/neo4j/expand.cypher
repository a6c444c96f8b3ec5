UNWIND $keys AS nameKey
MATCH (:EntityName {user: $user, nameKey: nameKey})-[:NAMES]->(e:Entity)
WHERE ($namespaces IS NULL OR e.namespace IN $namespaces)
WITH DISTINCT e
WITH collect(e) AS others
WITH others, [] AS reached
CALL (reached, others) {
  CALL (others) {
    UNWIND others AS e
    WITH e WHERE e.tied IS NULL
    RETURN e AS root, e.documents AS documents
    UNION
    UNWIND others AS e
    WITH e WHERE e.tied IS NOT NULL
    MATCH (e)-[:MERGED_INTO*0..]->(root:Entity)
WHERE NOT (root)-[:MERGED_INTO]->(:Entity)
    WITH DISTINCT root
    MATCH (member:Entity)-[:MERGED_INTO*0..]->(root)
    RETURN root, sum(member.documents) AS documents
  }
  WITH reached, root, documents ORDER BY documents, root.serial LIMIT $enough
  WHERE none(known IN reached WHERE known.root = root)
  WITH root, documents ORDER BY documents, root.serial LIMIT $entityLimit
  RETURN collect({root: root, hop: 0, documents: documents}) AS taken
}
WITH reached + taken AS reached
CALL (reached) {
  UNWIND [from IN reached WHERE from.hop = 0 AND $hops >= 1] AS from
  WITH from.root AS root
  MATCH (each:Entity)-[:MERGED_INTO*0..]->(root)
  CALL (each) {
      MATCH (each)<-[:SUBJECT]-(r)
      WHERE r.predicate <> 'IS_A'
      WITH r ORDER BY r.serial DESC LIMIT 256
      MATCH (r)-[:OBJECT]->(other)
      WHERE ($filterHistory OR (($filterKnownAt IS NULL OR r.createdAt <= $filterKnownAt)
        AND (r.retiredAt IS NULL OR ($filterPast AND r.retiredAt > $filterRetiredBy))
        AND (r.validFrom IS NULL OR r.validFrom <= $filterAt)
        AND (r.validTo IS NULL OR r.validTo > $filterAt OR ($filterKnownAt IS NOT NULL AND r.endedAt IS NOT NULL AND r.endedAt > $filterKnownAt))))
      RETURN other
    UNION
      MATCH (each)<-[:OBJECT]-(r)
      WITH r ORDER BY r.serial DESC LIMIT 256
      MATCH (r)-[:SUBJECT]->(other)
      WHERE ($filterHistory OR (($filterKnownAt IS NULL OR r.createdAt <= $filterKnownAt)
        AND (r.retiredAt IS NULL OR ($filterPast AND r.retiredAt > $filterRetiredBy))
        AND (r.validFrom IS NULL OR r.validFrom <= $filterAt)
        AND (r.validTo IS NULL OR r.validTo > $filterAt OR ($filterKnownAt IS NOT NULL AND r.endedAt IS NOT NULL AND r.endedAt > $filterKnownAt))))
      RETURN other
  }
  RETURN collect(DISTINCT other) AS others
}
CALL (reached, others) {
  CALL (others) {
    UNWIND others AS e
    WITH e WHERE e.tied IS NULL
    RETURN e AS root, e.documents AS documents
    UNION
    UNWIND others AS e
    WITH e WHERE e.tied IS NOT NULL
    MATCH (e)-[:MERGED_INTO*0..]->(root:Entity)
WHERE NOT (root)-[:MERGED_INTO]->(:Entity)
    WITH DISTINCT root
    MATCH (member:Entity)-[:MERGED_INTO*0..]->(root)
    RETURN root, sum(member.documents) AS documents
  }
  WITH reached, root, documents ORDER BY documents, root.serial LIMIT $enough
  WHERE none(known IN reached WHERE known.root = root)
  WITH root, documents ORDER BY documents, root.serial LIMIT $entityLimit
  RETURN collect({root: root, hop: 1, documents: documents}) AS taken
}
WITH reached + taken AS reached
CALL (reached) {
  UNWIND [from IN reached WHERE from.hop = 1 AND $hops >= 2] AS from
  WITH from.root AS root
  MATCH (each:Entity)-[:MERGED_INTO*0..]->(root)
  CALL (each) {
      MATCH (each)<-[:SUBJECT]-(r)
      WHERE r.predicate <> 'IS_A'
      WITH r ORDER BY r.serial DESC LIMIT 256
      MATCH (r)-[:OBJECT]->(other)
      WHERE ($filterHistory OR (($filterKnownAt IS NULL OR r.createdAt <= $filterKnownAt)
        AND (r.retiredAt IS NULL OR ($filterPast AND r.retiredAt > $filterRetiredBy))
        AND (r.validFrom IS NULL OR r.validFrom <= $filterAt)
        AND (r.validTo IS NULL OR r.validTo > $filterAt OR ($filterKnownAt IS NOT NULL AND r.endedAt IS NOT NULL AND r.endedAt > $filterKnownAt))))
      RETURN other
    UNION
      MATCH (each)<-[:OBJECT]-(r)
      WITH r ORDER BY r.serial DESC LIMIT 256
      MATCH (r)-[:SUBJECT]->(other)
      WHERE ($filterHistory OR (($filterKnownAt IS NULL OR r.createdAt <= $filterKnownAt)
        AND (r.retiredAt IS NULL OR ($filterPast AND r.retiredAt > $filterRetiredBy))
        AND (r.validFrom IS NULL OR r.validFrom <= $filterAt)
        AND (r.validTo IS NULL OR r.validTo > $filterAt OR ($filterKnownAt IS NOT NULL AND r.endedAt IS NOT NULL AND r.endedAt > $filterKnownAt))))
      RETURN other
  }
  RETURN collect(DISTINCT other) AS others
}
CALL (reached, others) {
  CALL (others) {
    UNWIND others AS e
    WITH e WHERE e.tied IS NULL
    RETURN e AS root, e.documents AS documents
    UNION
    UNWIND others AS e
    WITH e WHERE e.tied IS NOT NULL
    MATCH (e)-[:MERGED_INTO*0..]->(root:Entity)
WHERE NOT (root)-[:MERGED_INTO]->(:Entity)
    WITH DISTINCT root
    MATCH (member:Entity)-[:MERGED_INTO*0..]->(root)
    RETURN root, sum(member.documents) AS documents
  }
  WITH reached, root, documents ORDER BY documents, root.serial LIMIT $enough
  WHERE none(known IN reached WHERE known.root = root)
  WITH root, documents ORDER BY documents, root.serial LIMIT $entityLimit
  RETURN collect({root: root, hop: 2, documents: documents}) AS taken
}
WITH reached + taken AS reached
UNWIND range(0, size(reached) - 1) AS place
WITH place, reached[place].root AS root, reached[place].hop AS hop, reached[place].documents AS documents, count(*) AS one
CALL (root) {
  UNWIND [kind IN ['memory', 'turn'] WHERE kind IN $filterKinds] AS kind
  CALL (root, kind) {
    MATCH (each:Entity)-[:MERGED_INTO*0..]->(root)
    CALL (each, kind) {
      MATCH (d)-[mention:MENTIONS]->()
WHERE mention.place >= each.code + left(kind, 1) AND mention.place < each.code + left(kind, 1) + '~'
WITH d, mention.place AS place ORDER BY place DESC LIMIT 5000
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
      RETURN d ORDER BY place DESC LIMIT $limit
    }
    WITH DISTINCT d ORDER BY d.serial DESC LIMIT $limit
    RETURN d
  }
  RETURN collect(d) AS mentioning
}
CALL (root) {
  MATCH (known:EntityName)-[:NAMES]->(root)
  RETURN known.name AS name ORDER BY known.position LIMIT 1
}
WITH place, root, name, hop, documents, mentioning ORDER BY place
WITH collect({id: root.id, name: name, hop: hop, documents: documents}) AS entities,
  collect({place: place, weight: [1, 0.5, 0.25][hop] / log(2 + documents), documents: mentioning}) AS mentions
CALL (mentions) {
  UNWIND mentions AS each
  UNWIND each.documents AS d
  WITH d, collect(each.place) AS places, sum(each.weight) AS weight
  ORDER BY weight DESC, d.serial DESC LIMIT $limit
  WITH d, places, d.terms AS text
  RETURN collect([d.ref, d.position, d.serial, places, [token IN $tokens | text CONTAINS token]]) AS hits
}
RETURN entities, hits
