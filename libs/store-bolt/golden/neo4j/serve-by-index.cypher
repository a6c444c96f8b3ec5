MATCH (s:Space {key: $space, user: $user}) SET s.index = $index
