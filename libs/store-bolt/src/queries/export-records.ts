import { query } from "../connection/query.ts";
import { entityOf, namesOf } from "../records/entity-record.ts";
import { memoryOf } from "../records/memory-record.ts";
import { relationOf } from "../records/relation-record.ts";
import { SPACE_FIELDS } from "../records/space-record.ts";

/** Every row tells its place by `at1` and `at2`; the pages of an export go on behind that. */
const SPACE = `RETURN s.id AS at1, ${SPACE_FIELDS} AS space, s.weightTotal AS total, s.weightIds AS ids, s.weightCounts AS counts`;
export const exportSpacesQuery = query("export-spaces", () => `MATCH (s:Space {user: $user}) WHERE s.id > $at1 ${SPACE} ORDER BY s.id LIMIT $limit`);
export const storedSpacesQuery = query("stored-spaces", () => `UNWIND $keys AS key MATCH (s:Space {key: key, user: $user}) ${SPACE}`);

const SESSION = "RETURN s.ordinal AS at1, s.namespace AS namespace, s.sessionId AS sessionId, s.channel AS channel, s.agentId AS agentId, s.project AS project, s.revision AS revision, s.turns AS turns";
export const exportSessionsQuery = query("export-sessions", () => `MATCH (s:Session {user: $user}) WHERE s.ordinal > $at1 ${SESSION} ORDER BY s.user, s.ordinal LIMIT $limit`);
export const storedSessionsQuery = query("stored-sessions", () => `UNWIND $keys AS key MATCH (s:Session {key: key, user: $user}) ${SESSION}`);

const TURN_FIELDS = ".id, .serial, .namespace, .sessionId, .position, .role, .speaker, .text, .observedAt, .timed, .externalId, .contentHash, .createdAt, .capturedAt";
const DOCUMENT = `RETURN d.serial AS at1, d.kind AS kind, d.terms AS terms, d.words AS words, d.signals AS signals, d:ImprovableTurn AS improvable,
  CASE WHEN d:Turn THEN d {${TURN_FIELDS}} END AS turn, CASE WHEN d:Memory THEN ${memoryOf("d")} END AS memory`;
export const exportDocumentsQuery = query("export-documents", () => `MATCH (d:Document {user: $user}) WHERE d.serial > $at1 WITH d ORDER BY d.user, d.serial LIMIT $limit\n${DOCUMENT} ORDER BY d.serial`);
export const storedDocumentsQuery = query("stored-documents", () => `UNWIND $keys AS key MATCH (d:Document {key: key, user: $user}) ${DOCUMENT}`);

/** How long the documents behind a place are: a chunk takes no more than it may hold. */
export const documentSizesQuery = query("document-sizes", () => "MATCH (d:Document {user: $user}) WHERE d.serial > $at1 RETURN size(d.text) + size(d.terms) AS size ORDER BY d.user, d.serial LIMIT $limit");

/** What the tokens of the text index stand for. */
export const readTermsQuery = query("read-terms", () => "UNWIND $keys AS key MATCH (t:Term {key: key, user: $user}) RETURN t.token AS token, t.term AS term");

export const exportIdsQuery = query("export-ids", () => "MATCH (d:Document {user: $user}) WHERE d.serial > $at1 RETURN d.serial AS at1, d.id AS id ORDER BY d.user, d.serial LIMIT $limit");
/** The vectors of documents in a space; `lacks` tells that a document still needs one. */
export const storedVectorsQuery = query(
  "stored-vectors",
  () => `
UNWIND $rows AS row
MATCH (d:Document {key: row.document, user: $user})
OPTIONAL MATCH (d)-[lack:LACKS]->(:Space {key: row.space, user: $user})
OPTIONAL MATCH (v:Vector {key: row.key, user: $user})
RETURN row.spaceId AS spaceId, d.id AS id, v.value AS value, lack IS NOT NULL AS lacks, d.retiredAt IS NOT NULL AS retired
`,
);

const ENTITY = `${namesOf("e")}\nRETURN e.serial AS at1, ${entityOf("e")} AS entity`;
export const exportEntitiesQuery = query("export-entities", () => `MATCH (e:Entity {user: $user}) WHERE e.serial > $at1 WITH e ORDER BY e.user, e.serial LIMIT $limit\n${ENTITY} ORDER BY e.serial`);
export const storedEntitiesQuery = query("stored-entities", () => `UNWIND $keys AS key MATCH (e:Entity {key: key, user: $user}) ${ENTITY}`);

const MERGE = `MATCH (e)-[:MERGED_INTO]->(into:Entity) RETURN e.serial AS at1, e.id AS \`from\`, into.id AS \`into\``;
export const exportMergesQuery = query("export-merges", () => `MATCH (e:Entity {user: $user}) WHERE e.serial > $at1 ${MERGE} ORDER BY e.serial LIMIT $limit`);
export const storedMergesQuery = query("stored-merges", () => `UNWIND $keys AS key MATCH (e:Entity {key: key, user: $user}) ${MERGE}`);

const MENTION = `OPTIONAL MATCH (d)-[:BROUGHT]->(name:EntityName)-[:NAMES]->(e)
WITH e, d, at2, collect(name.nameKey) AS keys
RETURN e.serial AS at1, at2, e.id AS entityId, d.id AS documentId, keys`;
/** Entities with mentions, and how many each has: a page takes as many of them as it can hold. */
export const mentionedEntitiesQuery = query("mentioned-entities", () => `MATCH (e:Entity {user: $user}) WHERE e.serial >= $at1 AND e.documents > 0 RETURN e.serial AS serial, e.code AS code, e.key AS key, e.documents AS documents ORDER BY e.user, e.serial LIMIT $limit`);
export const exportMentionsQuery = query(
  "export-mentions",
  () => `
UNWIND $rows AS row
MATCH (e:Entity {key: row.key, user: $user})
MATCH (d)-[mention:MENTIONS]->(e) WHERE mention.place > row.after
WITH e, d, mention.place AS at2 ORDER BY e.serial, at2 LIMIT $limit
${MENTION} ORDER BY at1, at2
`,
);
export const storedMentionsQuery = query("stored-mentions", () => `UNWIND $rows AS row MATCH (d:Document {key: row.document, user: $user})-[mention:MENTIONS]->(e:Entity {key: row.entity}) WITH e, d, mention.place AS at2 ${MENTION}`);

const RELATION = `RETURN r.serial AS at1, ${relationOf("r")} AS relation`;
export const exportRelationsQuery = query("export-relations", () => `MATCH (r:Relation {user: $user}) WHERE r.serial > $at1 ${RELATION} ORDER BY r.user, r.serial LIMIT $limit`);
export const storedRelationsQuery = query("stored-relations", () => `UNWIND $keys AS key MATCH (r:Relation {key: key, user: $user}) ${RELATION}`);

/** By a property with an index, then by the key, which no two of them share. */
const behind = (node: string, property: string): string => `${node}.${property} >= $at1 AND (${node}.${property} > $at1 OR ${node}.key > $at2)`;

const TOMBSTONE = "RETURN t.contentHash AS at1, t.key AS at2, t.namespace AS namespace, t.contentHash AS contentHash, t.at AS at";
export const exportTombstonesQuery = query("export-tombstones", () => `MATCH (t:Tombstone {user: $user}) WHERE ${behind("t", "contentHash")} ${TOMBSTONE} ORDER BY t.contentHash, t.key LIMIT $limit`);
export const storedTombstonesQuery = query("stored-tombstones", () => `UNWIND $keys AS key MATCH (t:Tombstone {key: key, user: $user}) ${TOMBSTONE}`);

const RECEIPT = "RETURN r.at AS at1, r.key AS at2, r.id AS id, r.at AS at, r.kind AS kind, r.body AS body";
export const exportReceiptsQuery = query("export-receipts", () => `MATCH (r:Receipt {user: $user}) WHERE ${behind("r", "at")} ${RECEIPT} ORDER BY r.at, r.key LIMIT $limit`);
export const storedReceiptsQuery = query("stored-receipts", () => `UNWIND $keys AS key MATCH (r:Receipt {key: key, user: $user}) ${RECEIPT}`);

const ANSWER = "RETURN i.expiresAt AS at1, i.key AS at2, i.name AS name, i.bodyHash AS bodyHash, i.status AS status, i.response AS response, i.expiresAt AS expiresAt";
export const exportAnswersQuery = query("export-answers", () => `MATCH (i:Idempotent {user: $user}) WHERE ${behind("i", "expiresAt")} ${ANSWER} ORDER BY i.expiresAt, i.key LIMIT $limit`);
export const storedAnswersQuery = query("stored-answers", () => `UNWIND $keys AS key MATCH (i:Idempotent {key: key, user: $user}) ${ANSWER}`);

const CALL_FIELDS = ".id, .at, .purpose, .model, .inputTokens, .outputTokens, .cacheReadTokens, .cacheWriteTokens, .costUsd, .latencyMs, .outcome";
const CALL = `RETURN c.at AS at1, c.key AS at2, c {${CALL_FIELDS}} AS call`;
export const exportCallsQuery = query("export-calls", () => `MATCH (c:LlmCall {user: $user}) WHERE ${behind("c", "at")} ${CALL} ORDER BY c.at, c.key LIMIT $limit`);
export const storedCallsQuery = query("stored-calls", () => `UNWIND $keys AS key MATCH (c:LlmCall {key: key, user: $user}) ${CALL}`);

/** Of the user: where his import stands, numbers given so far, and what tells a change from none. */
export const exportStateQuery = query(
  "export-state",
  () => `
MATCH (u:CortexUser {id: $user})
RETURN u.importing AS importing, u.importStream AS stream, u.importPosition AS position, u.lastSerial AS lastSerial, u.lastEntity AS lastEntity, u.lastSpace AS lastSpace,
  coalesce(u.documentRevision, 0) AS revision, coalesce(u.lastRelation, 0) AS lastRelation
`,
);
export const unfinishedImportsQuery = query("unfinished-imports", () => "MATCH (u:CortexUser) WHERE u.importing IS NOT NULL RETURN u.id AS id");
