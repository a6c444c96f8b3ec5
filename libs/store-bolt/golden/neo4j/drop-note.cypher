MATCH (n:Note {key: $key, user: $user}) DELETE n
