import { query } from "../connection/query.ts";

const GONE = "REMOVE s:Space SET s:DroppedSpace";
const COUNT = `MATCH (u:CortexUser {id: $user})
SET u.documentRevision = coalesce(u.documentRevision, 0) + 1
WITH u`;

/** What is dropped is gone at once; its vectors go afterwards, some at a time. */
export const dropSpaceQuery = query("drop-space", () => `${COUNT}\nMATCH (s:Space {key: $space, user: $user}) ${GONE}`);

/** Null when the space is not there; else whether it serves now: not while a document lacks a vector. */
export const activateSpaceQuery = query(
  "activate-space",
  () => `
MATCH (s:Space {key: $space, user: $user})
WHERE NOT EXISTS { MATCH (:Document)-[:LACKS]->(s) }
SET s.state = 'active'
RETURN s.embedder AS embedder, s.id AS id
`,
);

export const dropOlderSpacesQuery = query(
  "drop-older-spaces",
  () => `${COUNT}
MATCH (s:Space {user: $user})
WHERE s.embedder = $embedder AND s.id < $id
${GONE}`,
);

export const droppedSpacesQuery = query("dropped-spaces", () => "MATCH (s:DroppedSpace {user: $user}) RETURN s.key AS space, s.number AS number");

/** Some of what still refers to a dropped space; says how much that was. */
export const clearSpaceLacksQuery = query(
  "clear-space-lacks",
  () => "MATCH (s:DroppedSpace {key: $space, user: $user})<-[lack:LACKS]-() WITH lack LIMIT $limit DELETE lack RETURN count(lack) AS erased",
);

export const clearSpaceVectorsQuery = query(
  "clear-space-vectors",
  () => `
MATCH (c:VectorScope {space: $space, user: $user})
MATCH (v:Vector {scope: c.key})
WITH v LIMIT $limit
DETACH DELETE v
RETURN count(v) AS erased
`,
);

export const clearSpaceQuery = query(
  "clear-space",
  () => `
MATCH (s:DroppedSpace {key: $space, user: $user})
OPTIONAL MATCH (c:VectorScope {space: $space})
DETACH DELETE c, s
`,
);
