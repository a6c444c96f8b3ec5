MATCH (s:Space {key: $space, user: $user}) RETURN s.dimension AS dimension, s.number AS number, s.index AS index, s.vectors AS vectors
