UNWIND $keys AS key
MATCH (d:Document {key: key, user: $user})-[lacks:LACKS]->(:Space)
DELETE lacks
