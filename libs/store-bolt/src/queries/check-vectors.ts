import { query } from "../connection/query.ts";

/** The vectors of a stretch of documents by where they are counted, and which of them do not fit there. Those of a dropped space are on their way out. */
export const checkVectorsQuery = query(
  "check-vectors",
  () => `
MATCH (d:Document {user: $user}) WHERE d.serial > $after AND d.serial <= $until
MATCH (v:Vector)-[:OF]->(d)
OPTIONAL MATCH (c:VectorScope {key: v.scope, user: $user})
OPTIONAL MATCH (s:Space {key: c.space, user: $user})
OPTIONAL MATCH (d)-[lack:LACKS]->(s)
RETURN v.scope AS scope, count(v) AS vectors, count(lack) AS lacking,
  sum(CASE WHEN c.namespace = d.namespace AND v.user = $user AND (s IS NULL OR size(v.value) = s.dimension) THEN 0 ELSE 1 END) AS misfitting
`,
);

/** How many vectors there are in each namespace of a space, and how many were counted. */
export const checkScopesQuery = query(
  "check-scopes",
  () => `
MATCH (s:Space {user: $user})
MATCH (c:VectorScope {space: s.key, user: $user})
CALL (c) {
  OPTIONAL MATCH (v:Vector {scope: c.key})
  RETURN count(v) AS vectors
}
RETURN c.key AS scope, c.vectors AS counted, vectors
`,
);
