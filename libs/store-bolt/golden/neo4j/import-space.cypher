CREATE (s:Space)
SET s = $fields, s.user = $user, s.vectors = 0
RETURN s {.id, .embedder, .model, .dimension, .state, .weighted, .documentsAtStart, .createdAt} AS space
