MATCH (d:Document {user: $user}) WHERE d.serial > $at1
WITH d ORDER BY d.user, d.serial LIMIT $limit
RETURN d.serial AS serial, d.key AS key, CASE WHEN d:Memory THEN d.provenance ELSE [] END AS provenance
