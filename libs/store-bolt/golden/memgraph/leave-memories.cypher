UNWIND $keys AS key
MATCH (t:Document {key: key, user: $user})<-[:RESTS_ON]-(m:Memory)
WITH m, collect(t.id) AS gone
SET m.provenance = [id IN m.provenance WHERE NOT id IN gone]
RETURN m.id AS id, size(m.provenance) AS left
