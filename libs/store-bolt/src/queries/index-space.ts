import { query } from "../connection/query.ts";
import type { Query } from "../connection/query.ts";
import { spaceIndex } from "../spaces/space-keys.ts";

/** A number that no other space of any user has, given once. Null when the space is gone. */
export const numberSpaceQuery = query(
  "number-space",
  () => `
MATCH (s:Space {key: $space, user: $user})
MERGE (c:CortexCounter {id: 'spaces'})
ON CREATE SET c.last = 0
SET c.last = CASE WHEN s.number IS NULL THEN c.last + 1 ELSE c.last END, s.number = coalesce(s.number, c.last)
RETURN s.number AS number, s.dimension AS dimension
`,
);

const perNumber = (make: (number: number) => Query): ((number: number) => Query) => {
  const made = new Map<number, Query>();
  return (number) => {
    const known = made.get(number) ?? make(number);
    made.set(number, known);
    return known;
  };
};

/** Puts vectors by their keys into the index of their space. */
export const labelVectorsQuery = perNumber((number) =>
  query("label-vectors", () => `UNWIND $keys AS key MATCH (v:Vector {key: key, user: $user}) SET v:${spaceIndex(number).label}`),
);

/** Puts some vectors of the space that are not in its index yet there, and says how many. */
export const labelOlderVectorsQuery = perNumber((number) =>
  query(
    "label-older-vectors",
    () => `
MATCH (c:VectorScope {space: $space, user: $user})
MATCH (v:Vector {scope: c.key})
WHERE NOT v:${spaceIndex(number).label}
WITH v LIMIT $limit
SET v:${spaceIndex(number).label}
RETURN count(v) AS labelled
`,
  ),
);

/** From now on the index answers for the space. */
export const serveByIndexQuery = query("serve-by-index", () => "MATCH (s:Space {key: $space, user: $user}) SET s.index = $index");
