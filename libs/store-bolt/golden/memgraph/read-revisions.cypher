MATCH (u:CortexUser {id: $user})
RETURN coalesce(u.knowledgeRevision, 0) AS knowledge, coalesce(u.documentRevision, 0) AS content, coalesce(u.erasures, 0) AS erasures
