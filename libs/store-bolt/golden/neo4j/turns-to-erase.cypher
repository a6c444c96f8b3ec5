UNWIND $keys AS key
MATCH (t:Document:Turn {key: key, user: $user})
WHERE ($namespaces IS NULL OR t.namespace IN $namespaces)
OPTIONAL MATCH (t)-[mention:MENTIONS]->(:Entity)
WITH t, count(mention) AS mentions
OPTIONAL MATCH (t)<-[rests:RESTS_ON]-(:Relation)
WITH t, mentions, count(rests) AS relations
RETURN t.id AS id, t.namespace AS namespace, t.session AS session, t.sessionId AS sessionId, t.contentHash AS contentHash, t.text AS text, mentions + relations > 0 AS isKnown
