MATCH (u:CortexUser {id: $user})
SET u.documents = u.documents + $documents, u.terms = u.terms + $termCount, u.lastSerial = $lastSerial
