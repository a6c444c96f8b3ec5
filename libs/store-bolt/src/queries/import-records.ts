import { query } from "../connection/query.ts";
import { SPACE_FIELDS } from "../records/space-record.ts";

/** Makes the user of the first page, hidden from everybody else. */
export const beginImportQuery = query(
  "begin-import",
  () => `
MERGE (u:CortexUser {id: $user})
ON CREATE SET u.lock = 0, u.lastSerial = 0, u.lastSession = 0, u.lastEntity = 0, u.lastRelation = 0, u.lastSpace = 0,
  u.documents = 0, u.terms = 0, u.createdAt = $now, u.importing = $stream, u.importStream = $stream
SET u.lock = u.lock + 1
RETURN u.importing AS importing, u.importStream AS stream
`,
);

/** Where the next page goes on; with the data, or not at all. */
export const markImportQuery = query("mark-import", () => "MATCH (u:CortexUser {id: $user}) SET u.importPosition = $position");

/** The user is whole, and whoever kept what there was to know of nobody asks again. */
export const endImportQuery = query(
  "end-import",
  () => `
MATCH (u:CortexUser {id: $user})
SET u.lastSerial = CASE WHEN u.lastSerial < $lastSerial THEN $lastSerial ELSE u.lastSerial END,
  u.lastEntity = CASE WHEN u.lastEntity < $lastEntity THEN $lastEntity ELSE u.lastEntity END,
  u.lastSpace = CASE WHEN u.lastSpace < $lastSpace THEN $lastSpace ELSE u.lastSpace END,
  u.knowledgeRevision = coalesce(u.knowledgeRevision, 0) + 1, u.documentRevision = coalesce(u.documentRevision, 0) + 1
REMOVE u.importing
`,
);

/** Which of the nodes that records name are there, and what a mention has to know of a document. */
export const knownDocumentsQuery = query("known-documents", () => "UNWIND $keys AS key MATCH (d:Document {key: key, user: $user}) RETURN d.id AS id, d.kind AS kind, d.serial AS serial");
export const knownSessionsQuery = query("known-sessions", () => "UNWIND $keys AS key MATCH (s:Session {key: key, user: $user}) RETURN s.key AS key");
export const knownEntitiesQuery = query("known-entities", () => "UNWIND $keys AS key MATCH (e:Entity {key: key, user: $user}) RETURN e.id AS id");
export const knownNamesQuery = query("known-names", () => "UNWIND $keys AS key MATCH (n:EntityName {key: key, user: $user}) RETURN n.key AS key");

export const importSpaceQuery = query(
  "import-space",
  () => `
CREATE (s:Space)
SET s = $fields, s.user = $user, s.vectors = 0
RETURN ${SPACE_FIELDS} AS space
`,
);

export const importSessionsQuery = query(
  "import-sessions",
  () => `
MATCH (u:CortexUser {id: $user})
WITH u, u.lastSession AS last
SET u.lastSession = last + size($rows)
WITH last
UNWIND range(0, size($rows) - 1) AS place
CREATE (s:Session)
SET s = $rows[place], s.user = $user, s.ordinal = last + place + 1, s.captured = 0, s.openTurns = 0, s.improvableTurns = 0, s.bytes = 0
`,
);

/** What the turns of a page come to in their sessions. */
export const countTurnsQuery = query(
  "count-turns",
  () => `
UNWIND $rows AS row
MATCH (s:Session {key: row.key, user: $user})
SET s.captured = s.captured + row.captured, s.openTurns = s.openTurns + row.openTurns, s.improvableTurns = s.improvableTurns + row.improvableTurns, s.bytes = s.bytes + row.bytes,
  s.firstAt = CASE WHEN s.firstAt IS NULL OR row.firstAt < s.firstAt THEN row.firstAt ELSE s.firstAt END,
  s.lastAt = CASE WHEN s.lastAt IS NULL OR row.lastAt > s.lastAt THEN row.lastAt ELSE s.lastAt END,
  s.newestImprovable = CASE WHEN row.newestImprovable IS NULL OR s.newestImprovable > row.newestImprovable THEN s.newestImprovable ELSE row.newestImprovable END
`,
);

/** With the serials that they have. */
export const importTurnsQuery = query("import-turns", () => "UNWIND $rows AS row CREATE (d:Document:Turn) SET d = row, d.user = $user");
export const importMemoriesQuery = query("import-memories", () => "UNWIND $rows AS row CREATE (d:Document:Memory) SET d = row, d.user = $user");
export const labelOpenQuery = query("label-open", () => "UNWIND $keys AS key MATCH (d:Document {key: key, user: $user}) SET d:OpenTurn");
export const labelImprovableQuery = query("label-improvable", () => "UNWIND $keys AS key MATCH (d:Document {key: key, user: $user}) SET d:ImprovableTurn");
export const countDocumentsQuery = query(
  "count-documents",
  () => `
MATCH (u:CortexUser {id: $user})
SET u.documents = u.documents + $documents, u.terms = u.terms + $termCount, u.lastSerial = $lastSerial
`,
);

/** Memories behind a serial and the turns that they rest on, which may have come after them. */
export const provenanceQuery = query(
  "provenance",
  () => `
MATCH (d:Document {user: $user}) WHERE d.serial > $at1
WITH d ORDER BY d.user, d.serial LIMIT $limit
RETURN d.serial AS serial, d.key AS key, CASE WHEN d:Memory THEN d.provenance ELSE [] END AS provenance
`,
);

export const countMentionsQuery = query("count-mentions", () => "UNWIND $rows AS row MATCH (e:Entity {key: row.key, user: $user}) SET e.documents = e.documents + row.count");
export const countEntitiesQuery = query("count-entities", () => "MATCH (u:CortexUser {id: $user}) SET u.lastEntity = $lastEntity");
export const countRelationsQuery = query("count-relations", () => "MATCH (u:CortexUser {id: $user}) SET u.lastRelation = $lastRelation");

export const importTombstonesQuery = query("import-tombstones", () => "UNWIND $rows AS row CREATE (t:Tombstone) SET t = row, t.user = $user");
export const importReceiptsQuery = query("import-receipts", () => "UNWIND $rows AS row CREATE (r:Receipt) SET r = row, r.user = $user");
export const importAnswersQuery = query("import-answers", () => "UNWIND $rows AS row CREATE (i:Idempotent) SET i = row, i.user = $user");
export const importCallsQuery = query("import-calls", () => "UNWIND $rows AS row CREATE (c:LlmCall) SET c = row, c.user = $user");

/** Some nodes of a user whose import is given up, with those that hang on them. */
const eraseQuery = (label: string, property: string, beside = "") =>
  query(
    `discard-${label.toLowerCase()}`,
    () => `MATCH (n:${label} {user: $user}) WHERE n.${property} WITH n LIMIT $limit ${beside} DETACH DELETE ${beside === "" ? "n" : "other, n"} RETURN count(DISTINCT n) AS erased`,
  );
export const discardRelationsQuery = eraseQuery("Relation", "serial > 0");
export const discardEntitiesQuery = eraseQuery("Entity", "serial > 0", "OPTIONAL MATCH (other:EntityName)-[:NAMES]->(n)");
export const discardSessionsQuery = eraseQuery("Session", "ordinal > 0");
export const discardSpacesQuery = eraseQuery("Space", "id > 0", "OPTIONAL MATCH (other:VectorScope {space: n.key})");
export const discardTombstonesQuery = eraseQuery("Tombstone", "contentHash >= ''");
export const discardReceiptsQuery = eraseQuery("Receipt", "at >= 0");
export const discardAnswersQuery = eraseQuery("Idempotent", "expiresAt >= 0");
export const discardCallsQuery = eraseQuery("LlmCall", "at >= 0");
export const discardUserQuery = query("discard-user", () => "MATCH (u:CortexUser {id: $user}) WHERE u.importing IS NOT NULL DETACH DELETE u RETURN count(*) AS erased");
