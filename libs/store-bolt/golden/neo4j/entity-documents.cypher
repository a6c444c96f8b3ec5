UNWIND $keys AS key
MATCH (e:Entity {key: key, user: $user})
WITH e, $kind AS kind
CALL (e, kind) {
  MATCH (d)-[mention:MENTIONS]->()
WHERE mention.place >= e.code + left(kind, 1) AND mention.place < e.code + left(kind, 1) + '~'
WITH d, mention.place AS place ORDER BY place DESC LIMIT $limit
  RETURN d
}
WITH DISTINCT d ORDER BY d.serial DESC LIMIT $limit
RETURN d.id AS id
