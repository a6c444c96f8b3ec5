MATCH (r:Reservation {key: $key, user: $user}) WHERE r.owner = $owner DELETE r RETURN count(*) AS released
