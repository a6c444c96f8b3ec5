MATCH (s:DroppedSpace {key: $space, user: $user})<-[lack:LACKS]-() WITH lack LIMIT $limit DELETE lack RETURN count(lack) AS erased
