UNWIND $terms AS row
MATCH (t:Term {key: row.key, user: $user})
SET t.documents = t.documents - row.documents
WITH t WHERE t.documents <= 0
DELETE t
