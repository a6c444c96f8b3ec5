MATCH (u:CortexUser {id: $user})
WITH u, u.lastSerial AS last
SET u.lastSerial = last + size($rows), u.documents = u.documents + size($rows), u.terms = u.terms + $termCount
WITH last
UNWIND range(0, size($rows) - 1) AS place
CREATE (d:Document:Turn:OpenTurn)
SET d = $rows[place], d.serial = last + place + 1
RETURN d.id AS id, d.serial AS serial
