MATCH (s:Space {user: $user}) WHERE s.state = 'active' RETURN s {.id, .embedder, .model, .dimension, .state, .weighted, .documentsAtStart, .createdAt} AS space ORDER BY s.id
