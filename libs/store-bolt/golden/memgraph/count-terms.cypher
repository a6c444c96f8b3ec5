UNWIND $terms AS row
MERGE (t:Term {key: row.key})
ON CREATE SET t.user = $user, t.token = row.token, t.namespace = row.namespace, t.term = row.term, t.word = row.word, t.documents = row.documents
ON MATCH SET t.documents = t.documents + row.documents
