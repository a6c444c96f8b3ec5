MATCH (d:Document {user: $user}) WHERE d.serial > $after AND d.serial <= $until
UNWIND [each IN split(d.terms, ' ') WHERE each STARTS WITH $sample] AS token
WITH DISTINCT d, token
RETURN d.namespace AS namespace, token, count(*) AS documents
