MATCH (n:Note {user: $user}) DELETE n
