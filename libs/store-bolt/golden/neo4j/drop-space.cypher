MATCH (u:CortexUser {id: $user})
SET u.documentRevision = coalesce(u.documentRevision, 0) + 1
WITH u
MATCH (s:Space {key: $space, user: $user}) REMOVE s:Space SET s:DroppedSpace
