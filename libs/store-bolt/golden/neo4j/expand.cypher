UNWIND $keys AS nameKey
MATCH (:EntityName {user: $user, nameKey: nameKey})-[:NAMES]->(e:Entity)
WHERE ($namespaces IS NULL OR e.namespace IN $namespaces)
WITH DISTINCT e
MATCH (e)-[:MERGED_INTO*0..]->(root:Entity)
WHERE NOT (root)-[:MERGED_INTO]->(:Entity)
WITH DISTINCT root
MATCH (member:Entity)-[:MERGED_INTO*0..]->(root)
WITH root, collect(member) AS members, sum(member.documents) AS documents
ORDER BY documents, root.serial LIMIT $entityLimit
WITH {root: root, members: members, hop: 0, documents: documents} AS taken
WITH collect(taken) AS reached
CALL (reached) {
  UNWIND [from IN reached WHERE from.hop = 0 AND $hops >= 1] AS from
  UNWIND from.members AS each
  CALL (each) {
      MATCH (each)<-[:SUBJECT]-(r:Relation)
      WITH r LIMIT 2000
      MATCH (r)-[:OBJECT]->(other:Entity)
      WHERE ($filterHistory OR (($filterKnownAt IS NULL OR r.createdAt <= $filterKnownAt)
        AND (r.retiredAt IS NULL OR ($filterPast AND r.retiredAt > $filterRetiredBy))
        AND (r.validFrom IS NULL OR r.validFrom <= $filterAt)
        AND (r.validTo IS NULL OR r.validTo > $filterAt OR ($filterKnownAt IS NOT NULL AND r.endedAt IS NOT NULL AND r.endedAt > $filterKnownAt))))
      RETURN other
    UNION
      MATCH (each)<-[:OBJECT]-(r:Relation)
      WITH r LIMIT 2000
      MATCH (r)-[:SUBJECT]->(other:Entity)
      WHERE ($filterHistory OR (($filterKnownAt IS NULL OR r.createdAt <= $filterKnownAt)
        AND (r.retiredAt IS NULL OR ($filterPast AND r.retiredAt > $filterRetiredBy))
        AND (r.validFrom IS NULL OR r.validFrom <= $filterAt)
        AND (r.validTo IS NULL OR r.validTo > $filterAt OR ($filterKnownAt IS NOT NULL AND r.endedAt IS NOT NULL AND r.endedAt > $filterKnownAt))))
      RETURN other
  }
  RETURN collect(DISTINCT other) AS others
}
CALL (reached, others) {
  UNWIND others AS e
  MATCH (e)-[:MERGED_INTO*0..]->(root:Entity)
WHERE NOT (root)-[:MERGED_INTO]->(:Entity)
  AND none(known IN reached WHERE known.root = root)
  WITH DISTINCT root
  MATCH (member:Entity)-[:MERGED_INTO*0..]->(root)
WITH root, collect(member) AS members, sum(member.documents) AS documents
ORDER BY documents, root.serial LIMIT $entityLimit
WITH {root: root, members: members, hop: 1, documents: documents} AS taken
  RETURN collect(taken) AS beside
}
WITH reached + beside AS reached
CALL (reached) {
  UNWIND [from IN reached WHERE from.hop = 1 AND $hops >= 2] AS from
  UNWIND from.members AS each
  CALL (each) {
      MATCH (each)<-[:SUBJECT]-(r:Relation)
      WITH r LIMIT 2000
      MATCH (r)-[:OBJECT]->(other:Entity)
      WHERE ($filterHistory OR (($filterKnownAt IS NULL OR r.createdAt <= $filterKnownAt)
        AND (r.retiredAt IS NULL OR ($filterPast AND r.retiredAt > $filterRetiredBy))
        AND (r.validFrom IS NULL OR r.validFrom <= $filterAt)
        AND (r.validTo IS NULL OR r.validTo > $filterAt OR ($filterKnownAt IS NOT NULL AND r.endedAt IS NOT NULL AND r.endedAt > $filterKnownAt))))
      RETURN other
    UNION
      MATCH (each)<-[:OBJECT]-(r:Relation)
      WITH r LIMIT 2000
      MATCH (r)-[:SUBJECT]->(other:Entity)
      WHERE ($filterHistory OR (($filterKnownAt IS NULL OR r.createdAt <= $filterKnownAt)
        AND (r.retiredAt IS NULL OR ($filterPast AND r.retiredAt > $filterRetiredBy))
        AND (r.validFrom IS NULL OR r.validFrom <= $filterAt)
        AND (r.validTo IS NULL OR r.validTo > $filterAt OR ($filterKnownAt IS NOT NULL AND r.endedAt IS NOT NULL AND r.endedAt > $filterKnownAt))))
      RETURN other
  }
  RETURN collect(DISTINCT other) AS others
}
CALL (reached, others) {
  UNWIND others AS e
  MATCH (e)-[:MERGED_INTO*0..]->(root:Entity)
WHERE NOT (root)-[:MERGED_INTO]->(:Entity)
  AND none(known IN reached WHERE known.root = root)
  WITH DISTINCT root
  MATCH (member:Entity)-[:MERGED_INTO*0..]->(root)
WITH root, collect(member) AS members, sum(member.documents) AS documents
ORDER BY documents, root.serial LIMIT $entityLimit
WITH {root: root, members: members, hop: 2, documents: documents} AS taken
  RETURN collect(taken) AS beside
}
WITH reached + beside AS reached
CALL (reached) {
  UNWIND range(0, size(reached) - 1) AS place
  WITH place, reached[place] AS from
  CALL (from) {
  UNWIND [kind IN ['memory', 'turn'] WHERE kind IN $filterKinds] AS kind
  CALL (from, kind) {
    UNWIND from.members AS each
    MATCH (each)<-[mention:MENTIONS]-(d:Document)
    WHERE mention.kind = kind
    WITH DISTINCT d, mention.serial AS serial ORDER BY serial DESC LIMIT 5000
    WITH d, serial
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
    RETURN d, serial ORDER BY serial DESC LIMIT $limit
  }
  RETURN d, serial
}
  WITH d, serial, collect(place) AS places, sum([1, 0.5, 0.25][from.hop] / log(2 + from.documents)) AS weight
  ORDER BY weight DESC, serial DESC LIMIT $limit
  RETURN collect([d.id, d.kind, d.namespace, d.sessionKey, d.position, d.words, d.signals, d.role, d.speaker, d.observedAt, serial, places]) AS hits
}
CALL (reached) {
  UNWIND reached AS from
  WITH from, from.root AS root
  MATCH (name:EntityName)-[:NAMES]->(root)
  WITH from, root, name ORDER BY name.position
  WITH from, root, collect(name.name)[0] AS name
  RETURN collect({id: root.id, name: name, hop: from.hop, documents: from.documents}) AS entities
}
RETURN entities, hits
