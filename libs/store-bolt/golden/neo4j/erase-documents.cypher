MATCH (u:CortexUser {id: $user})
UNWIND $keys AS key
MATCH (d:Document {key: key, user: $user})
OPTIONAL MATCH (v:Vector)-[:OF]->(d)
WITH u, d, collect(v) AS vectors, {namespace: d.namespace, text: d.terms} AS document, d.termCount AS termCount
FOREACH (v IN vectors | DETACH DELETE v)
DETACH DELETE d
WITH u, collect(document) AS documents, sum(termCount) AS termCount, count(*) AS erased
SET u.documents = u.documents - erased, u.terms = u.terms - termCount
RETURN documents
