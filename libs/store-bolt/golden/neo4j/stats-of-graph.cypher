OPTIONAL MATCH (e:Entity {user: $user}) WHERE e.serial IS NOT NULL AND ($namespaces IS NULL OR e.namespace IN $namespaces) AND NOT (e)-[:MERGED_INTO]->()
WITH count(e) AS entities
OPTIONAL MATCH (r:Relation {user: $user}) WHERE r.serial IS NOT NULL AND ($namespaces IS NULL OR r.namespace IN $namespaces) AND r.retiredAt IS NULL
RETURN entities, count(r) AS relations
