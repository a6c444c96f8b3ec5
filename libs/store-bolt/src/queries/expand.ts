import { HOP_WEIGHTS, KIND_PREDICATE, MENTIONS_READ, RELATIONS_READ } from "@memory-cortex/store";

import { query } from "../connection/query.ts";
import { REF_FIELDS } from "../records/document-ref.ts";
import { NAMED, STANDING } from "../records/entity-groups.ts";
import { newestMentions } from "../records/mention-place.ts";
import { documentMatches } from "../search/document-filter.ts";

/**
 * From `others`, entities of the realm: those of them that are taken into `reached`, as what stands for them, those that the fewest documents
 * mention first. Most were never merged, which saves four look-ups each; `$enough` is so many that none is missed for those that were reached before.
 */
const takeRarest = (hop: number): string => `CALL (reached, others) {
  CALL (others) {
    UNWIND others AS e
    WITH e WHERE e.tied IS NULL
    RETURN e AS root, e.documents AS documents
    UNION
    UNWIND others AS e
    WITH e WHERE e.tied IS NOT NULL
    ${STANDING}
    WITH DISTINCT root
    MATCH (member:Entity)-[:MERGED_INTO*0..]->(root)
    RETURN root, sum(member.documents) AS documents
  }
  WITH reached, root, documents ORDER BY documents, root.serial LIMIT $enough
  WHERE none(known IN reached WHERE known.root = root)
  WITH root, documents ORDER BY documents, root.serial LIMIT $entityLimit
  RETURN collect({root: root, hop: ${hop}, documents: documents}) AS taken
}
WITH reached + taken AS reached`;

/** What the filter asks of a relation; what holds of a memory without an expiry, in the same words. */
const HOLDS = `($filterHistory OR (($filterKnownAt IS NULL OR r.createdAt <= $filterKnownAt)
        AND (r.retiredAt IS NULL OR ($filterPast AND r.retiredAt > $filterRetiredBy))
        AND (r.validFrom IS NULL OR r.validFrom <= $filterAt)
        AND (r.validTo IS NULL OR r.validTo > $filterAt OR ($filterKnownAt IS NOT NULL AND r.endedAt IS NOT NULL AND r.endedAt > $filterKnownAt))))`;

const ends = (from: "SUBJECT" | "OBJECT", to: "SUBJECT" | "OBJECT"): string => `MATCH (each)<-[:${from}]-(r)
      ${from === "SUBJECT" ? `WHERE r.predicate <> '${KIND_PREDICATE}'\n      ` : ""}WITH r ORDER BY r.serial DESC LIMIT ${RELATIONS_READ}
      MATCH (r)-[:${to}]->(other)
      WHERE ${HOLDS}
      RETURN other`;

/** What relations lead to from the last hop. Always one row. */
const besideThem = (hop: number): string => `CALL (reached) {
  UNWIND [from IN reached WHERE from.hop = ${hop - 1} AND $hops >= ${hop}] AS from
  WITH from.root AS root
  MATCH (each:Entity)-[:MERGED_INTO*0..]->(root)
  CALL (each) {
      ${ends("SUBJECT", "OBJECT")}
    UNION
      ${ends("OBJECT", "SUBJECT")}
  }
  RETURN collect(DISTINCT other) AS others
}`;

/** From `root`: the newest documents of each kind that mention it, or what was merged into it. */
const MENTIONING = `CALL (root) {
  UNWIND [kind IN ['memory', 'turn'] WHERE kind IN $filterKinds] AS kind
  CALL (root, kind) {
    MATCH (each:Entity)-[:MERGED_INTO*0..]->(root)
    CALL (each, kind) {
      ${newestMentions("each", MENTIONS_READ)}
      WHERE ${documentMatches("d")}
      RETURN d ORDER BY place DESC LIMIT $limit
    }
    WITH DISTINCT d ORDER BY d.serial DESC LIMIT $limit
    RETURN d
  }
  RETURN collect(d) AS mentioning
}`;

/**
 * All of an expansion in one statement: the named entities, what relations lead to from them hop by hop, and the heaviest documents that
 * mention any of these, each with the places of its entities in the list. What it weighs is added up by the caller, to the last bit as
 * elsewhere; here only the order counts. Counting the places drops the lists from the rows: Neo4j counts them into the memory of each.
 */
export const expandQuery = query(
  "expand",
  () => `
${NAMED}
WITH collect(e) AS others
WITH others, [] AS reached
${takeRarest(0)}
${besideThem(1)}
${takeRarest(1)}
${besideThem(2)}
${takeRarest(2)}
UNWIND range(0, size(reached) - 1) AS place
WITH place, reached[place].root AS root, reached[place].hop AS hop, reached[place].documents AS documents, count(*) AS one
${MENTIONING}
CALL (root) {
  MATCH (known:EntityName)-[:NAMES]->(root)
  RETURN known.name AS name ORDER BY known.position LIMIT 1
}
WITH place, root, name, hop, documents, mentioning ORDER BY place
WITH collect({id: root.id, name: name, hop: hop, documents: documents}) AS entities,
  collect({place: place, weight: [${HOP_WEIGHTS.join(", ")}][hop] / log(2 + documents), documents: mentioning}) AS mentions
CALL (mentions) {
  UNWIND mentions AS each
  UNWIND each.documents AS d
  WITH d, collect(each.place) AS places, sum(each.weight) AS weight
  ORDER BY weight DESC, d.serial DESC LIMIT $limit
  WITH d, places, d.terms AS text
  RETURN collect([${REF_FIELDS}, d.serial, places, [token IN $tokens | text CONTAINS token]]) AS hits
}
RETURN entities, hits
`,
);
