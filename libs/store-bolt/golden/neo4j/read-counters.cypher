MATCH (u:CortexUser {id: $user})
RETURN u.lastSerial AS lastSerial, u.documents AS documents, u.terms AS terms
