import { query } from "../connection/query.ts";
import { REF_FIELDS } from "../records/document-ref.ts";
import { documentMatches, turnIsLetThrough } from "../search/document-filter.ts";

/**
 * The whole leg in one statement. Up to `$exactUpTo` vectors of the realm all of them are compared; beyond, the index of the space gives as many
 * neighbours as the realm's share of it needs, of which realm and filter keep some. Then come the turns beside the hits, with their cosines.
 */
export const searchVectorQuery = query(
  "search-vector",
  (dialect) => `
MATCH (s:Space {key: $space, user: $user})
OPTIONAL MATCH (c:VectorScope {space: $space})
WHERE $namespaces IS NULL OR c.namespace IN $namespaces
WITH s, collect(c.key) AS scopes, coalesce(sum(c.vectors), 0) AS share
WITH s.dimension AS dimension, s.index AS index, scopes, share, size($vector) = s.dimension AS fits,
  toInteger(ceil($limit * $slack * s.vectors / CASE WHEN share < 1 THEN 1 ELSE share END)) AS fetch
WITH dimension, index, scopes, share, fits, fetch, index IS NULL OR share <= $exactUpTo OR share <= fetch AS exact
CALL (exact, fits, scopes) {
  WITH exact, fits, scopes WHERE exact AND fits
  UNWIND scopes AS scope
  MATCH (v:Vector {scope: scope})
  WITH v, ${dialect.cosine("v.value", "$vector")} AS cosine ORDER BY cosine DESC
  MATCH (v)-[:OF]->(d:Document)
  WHERE ${documentMatches("d")}
  WITH d, cosine ORDER BY cosine DESC LIMIT $limit
  RETURN collect(d) AS compared
}
CALL (exact, fits, index, fetch) {
  WITH exact, fits, index, fetch WHERE fits AND NOT exact
  ${dialect.searchVector({ index: "index", vector: "$vector", limit: "fetch", node: "v", cosine: "cosine" })}
  MATCH (v)-[:OF]->(d:Document)
  WHERE ${documentMatches("d")}
  WITH d, cosine ORDER BY cosine DESC LIMIT $limit
  RETURN collect(d) AS near
}
WITH dimension, exact, scopes, share, compared + near AS hits
CALL (hits) {
  UNWIND hits AS hit
  OPTIONAL MATCH (t:Turn)
  WHERE t.session = hit.session AND t.position >= hit.position - $window AND t.position <= hit.position + $window AND ${turnIsLetThrough("t")}
  UNWIND [hit, t] AS d
  WITH d WHERE d IS NOT NULL
  RETURN collect(DISTINCT d) AS around
}
CALL (around, scopes) {
  UNWIND around AS d
  MATCH (v:Vector)-[:OF]->(d)
  WHERE v.scope IN scopes
  RETURN collect([${REF_FIELDS}, ${dialect.cosine("v.value", "$vector")}]) AS rows
}
RETURN dimension, exact, share, [hit IN hits | hit.id] AS hits, rows
`,
);
