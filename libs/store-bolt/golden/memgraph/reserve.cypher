MERGE (r:Reservation {key: $key})
ON CREATE SET r.user = $user, r.name = $name, r.owner = $owner, r.until = $until, r.asked = 0
SET r.asked = r.asked + 1
WITH r, r.owner = $owner OR r.until <= $at AS mine
SET r.owner = CASE WHEN mine THEN $owner ELSE r.owner END, r.until = CASE WHEN mine THEN $until ELSE r.until END
RETURN mine
