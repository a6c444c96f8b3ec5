MATCH (s:Space {key: $space, user: $user})
UNWIND $documents AS document
MATCH (:Document {key: document})-[lack:LACKS]->(s)
DELETE lack
