MATCH (s:Space {key: $space, user: $user}) RETURN s.weightTotal AS total, s.weightIds AS ids, s.weightCounts AS counts
