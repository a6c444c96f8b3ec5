UNWIND $keys AS key
MATCH (e:Entity {key: key, user: $user})<-[mention:MENTIONS]-(d:Document)
WHERE mention.kind = $kind
WITH DISTINCT d, mention.serial AS serial ORDER BY serial DESC LIMIT $limit
RETURN d.id AS id
ORDER BY serial DESC
