MATCH (u:CortexUser {id: $user})
SET u.documentRevision = coalesce(u.documentRevision, 0) + 1
WITH u
MATCH (s:Space {user: $user})
WHERE s.embedder = $embedder AND s.id < $id
REMOVE s:Space SET s:DroppedSpace
