import { query } from "../connection/query.ts";

/** Of the named documents those that the realm holds, and whether they have a vector in the space. */
export const documentsForVectorsQuery = query(
  "documents-for-vectors",
  () => `
UNWIND $rows AS row
MATCH (d:Document {key: row.document})
WHERE d.user = $user AND ($namespaces IS NULL OR d.namespace IN $namespaces)
OPTIONAL MATCH (v:Vector {key: row.key})
RETURN d.id AS id, d.namespace AS namespace, v IS NOT NULL AS hasVector
`,
);

export const saveVectorsQuery = query(
  "save-vectors",
  (dialect) => `
UNWIND $rows AS row
MATCH (d:Document {key: row.document, user: $user})
MERGE (v:Vector {key: row.key})
ON CREATE SET v.user = $user, v.scope = row.scope
MERGE (v)-[:OF]->(d)
WITH v, row
${dialect.setVector("v", "value", "row.vector")}
`,
);

export const eraseVectorsQuery = query("erase-vectors", () => "UNWIND $keys AS key MATCH (v:Vector {key: key, user: $user}) DETACH DELETE v");

/** What has a vector, or can have none, lacks it no longer. */
export const clearLacksQuery = query(
  "clear-lacks",
  () => `
MATCH (s:Space {key: $space, user: $user})
UNWIND $documents AS document
MATCH (:Document {key: document})-[lack:LACKS]->(s)
DELETE lack
`,
);

/** How many vectors a space has in each namespace: what decides whether all of them are looked at. */
export const countVectorsQuery = query(
  "count-vectors",
  () => `
MATCH (u:CortexUser {id: $user})
SET u.documentRevision = coalesce(u.documentRevision, 0) + 1
WITH u
MATCH (s:Space {key: $space})
SET s.vectors = s.vectors + $added
WITH s
UNWIND $scopes AS row
MERGE (c:VectorScope {key: row.key})
ON CREATE SET c.user = $user, c.space = $space, c.namespace = row.namespace, c.vectors = 0
SET c.vectors = c.vectors + row.added
`,
);
