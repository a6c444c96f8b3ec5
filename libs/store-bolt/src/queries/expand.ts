import { HOP_WEIGHTS, MENTIONS_READ, RELATIONS_READ } from "@memory-cortex/store";

import { query } from "../connection/query.ts";
import { REF_FIELDS } from "../records/document-ref.ts";
import { NAMED, STANDING } from "../records/entity-groups.ts";
import { documentMatches } from "../search/document-filter.ts";

/** From distinct `root`s: as many as are taken, those that the fewest documents mention first, each with those that were merged into it. */
const rarestFirst = (hop: number): string => `MATCH (member:Entity)-[:MERGED_INTO*0..]->(root)
WITH root, collect(member) AS members, sum(member.documents) AS documents
ORDER BY documents, root.serial LIMIT $entityLimit
WITH {root: root, members: members, hop: ${hop}, documents: documents} AS taken`;

/** What the filter asks of a relation; what holds of a memory without an expiry, in the same words. */
const HOLDS = `($filterHistory OR (($filterKnownAt IS NULL OR r.createdAt <= $filterKnownAt)
        AND (r.retiredAt IS NULL OR ($filterPast AND r.retiredAt > $filterRetiredBy))
        AND (r.validFrom IS NULL OR r.validFrom <= $filterAt)
        AND (r.validTo IS NULL OR r.validTo > $filterAt OR ($filterKnownAt IS NOT NULL AND r.endedAt IS NOT NULL AND r.endedAt > $filterKnownAt))))`;

const ends = (from: string, to: string): string => `MATCH (each)<-[:${from}]-(r:Relation)
      WITH r LIMIT ${RELATIONS_READ}
      MATCH (r)-[:${to}]->(other:Entity)
      WHERE ${HOLDS}
      RETURN other`;

/**
 * From `reached`, everything that was reached so far: what relations lead to from the last hop. Always one row. In two steps, so that no
 * list of nodes is part of what is compared.
 */
const besideThem = (hop: number): string => `CALL (reached) {
  UNWIND [from IN reached WHERE from.hop = ${hop - 1} AND $hops >= ${hop}] AS from
  UNWIND from.members AS each
  CALL (each) {
      ${ends("SUBJECT", "OBJECT")}
    UNION
      ${ends("OBJECT", "SUBJECT")}
  }
  RETURN collect(DISTINCT other) AS others
}
CALL (reached, others) {
  UNWIND others AS e
  ${STANDING}
  AND none(known IN reached WHERE known.root = root)
  WITH DISTINCT root
  ${rarestFirst(hop)}
  RETURN collect(taken) AS beside
}
WITH reached + beside AS reached`;

/** From `from`, one that was reached: the newest documents of each kind that mention it, its own place told by `place`. */
const MENTIONING = `CALL (from) {
  UNWIND [kind IN ['memory', 'turn'] WHERE kind IN $filterKinds] AS kind
  CALL (from, kind) {
    UNWIND from.members AS each
    MATCH (each)<-[mention:MENTIONS]-(d:Document)
    WHERE mention.kind = kind
    WITH DISTINCT d, mention.serial AS serial ORDER BY serial DESC LIMIT ${MENTIONS_READ}
    WITH d, serial
    WHERE ${documentMatches("d")}
    RETURN d, serial ORDER BY serial DESC LIMIT $limit
  }
  RETURN d, serial
}`;

const WEIGHT = `[${HOP_WEIGHTS.join(", ")}][from.hop] / log(2 + from.documents)`;

/**
 * All of an expansion in one statement: the named entities, what relations lead to from them hop by hop, and the heaviest documents that
 * mention any of these, each with the places of its entities in the list. What it weighs is added up by the caller, to the last bit as
 * elsewhere; here only the order counts.
 */
export const expandQuery = query(
  "expand",
  () => `
${NAMED}
${STANDING}
WITH DISTINCT root
${rarestFirst(0)}
WITH collect(taken) AS reached
${besideThem(1)}
${besideThem(2)}
CALL (reached) {
  UNWIND range(0, size(reached) - 1) AS place
  WITH place, reached[place] AS from
  ${MENTIONING}
  WITH d, serial, collect(place) AS places, sum(${WEIGHT}) AS weight
  ORDER BY weight DESC, serial DESC LIMIT $limit
  RETURN collect([${REF_FIELDS}, serial, places]) AS hits
}
CALL (reached) {
  UNWIND reached AS from
  WITH from, from.root AS root
  MATCH (name:EntityName)-[:NAMES]->(root)
  WITH from, root, name ORDER BY name.position
  WITH from, root, collect(name.name)[0] AS name
  RETURN collect({id: root.id, name: name, hop: from.hop, documents: from.documents}) AS entities
}
RETURN entities, hits
`,
);
