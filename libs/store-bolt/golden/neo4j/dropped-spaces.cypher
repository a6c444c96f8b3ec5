MATCH (s:DroppedSpace {user: $user}) RETURN s.key AS space, s.number AS number
