MATCH (t:Term) WHERE t.key >= $from AND t.key < $until AND t.user = $user RETURN t.key AS key, t.documents AS documents
