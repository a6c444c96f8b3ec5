MATCH (r:Reservation {user: $user}) WHERE r.until <= $at AND r.key <> $key
WITH r LIMIT $limit
DELETE r
