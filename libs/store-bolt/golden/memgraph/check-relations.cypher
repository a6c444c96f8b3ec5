MATCH (r:Relation {user: $user}) WHERE r.serial > $after AND r.serial <= $until
OPTIONAL MATCH (r)-[:SUBJECT]->(subject:Entity {user: $user})
WITH r, collect(subject.id) AS subjects
OPTIONAL MATCH (r)-[:OBJECT]->(object:Entity {user: $user})
WITH r, subjects, collect(object.id) AS objects
OPTIONAL MATCH (r)-[:RESTS_ON]->(source)
WITH r, subjects, objects, collect(source.id) AS sources
RETURN sum(CASE WHEN subjects = [r.subjectId] AND objects = CASE WHEN r.objectId IS NULL THEN [] ELSE [r.objectId] END THEN 0 ELSE 1 END) AS misled,
  sum(CASE WHEN all(id IN sources WHERE id = coalesce(r.memoryId, '') OR id = coalesce(r.turnId, '')) THEN 0 ELSE 1 END) AS misfounded
