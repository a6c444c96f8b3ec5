import { query } from "../connection/query.ts";
import { REF_FIELDS } from "../records/document-ref.ts";
import { documentMatches, turnIsLetThrough } from "../search/document-filter.ts";

/**
 * The whole leg in one statement. Up to `$exactUpTo` vectors of the realm all of them are compared; beyond, the index of the space gives as many
 * neighbours as the realm's share of it needs, of which realm and filter keep some. Then come the turns beside the hits, some of them hits themselves, with their cosines.
 */
export const searchVectorQuery = query(
  "search-vector",
  (dialect) => `
MATCH (s:Space {key: $space, user: $user})
OPTIONAL MATCH (c:VectorScope {space: $space})
WHERE $namespaces IS NULL OR c.namespace IN $namespaces
WITH s, collect(c.key) AS scopes, coalesce(sum(c.vectors), 0) AS share
WITH s.dimension AS dimension, s.index AS index, scopes, share, size($vector) = s.dimension AS fits,
  toInteger(ceil($limit * $slack * CASE WHEN s.vectors <= share THEN 1.0 ELSE toFloat(s.vectors) / (share + 1) END)) AS fetch
WITH dimension, index, scopes, share, fits, fetch, index IS NULL OR share <= $exactUpTo OR share <= fetch AS exact
CALL (exact, fits, scopes) {
  WITH exact, fits, scopes WHERE exact AND fits
  UNWIND scopes AS scope
  MATCH (v:Vector {scope: scope})
  WITH v, ${dialect.cosine("v.value", "$vector")} AS cosine ORDER BY cosine DESC
  MATCH (v)-[:OF]->(d:Document)
  WHERE ${documentMatches("d")}
  WITH d, cosine ORDER BY cosine DESC LIMIT $limit
  RETURN collect(d) AS compared, collect([${REF_FIELDS}, cosine]) AS comparedRows
}
CALL (exact, fits, index, fetch) {
  WITH exact, fits, index, fetch WHERE fits AND NOT exact
  ${dialect.searchVector({ index: "index", vector: "$vector", limit: "fetch", node: "v", cosine: "cosine" })}
  MATCH (v)-[:OF]->(d:Document)
  WHERE ${documentMatches("d")}
  WITH d, cosine ORDER BY cosine DESC LIMIT $limit
  RETURN collect(d) AS near, collect([${REF_FIELDS}, cosine]) AS nearRows
}
WITH dimension, exact, scopes, compared + near AS hits, comparedRows + nearRows AS rows
CALL (hits, scopes) {
  UNWIND hits[0..$surrounded] AS hit
  MATCH (t:Turn)
  WHERE t.session = hit.session AND t.position >= hit.position - $window AND t.position <= hit.position + $window AND t.position <> hit.position
    AND ${turnIsLetThrough("t")}
  WITH DISTINCT t AS d, scopes
  MATCH (v:Vector)-[:OF]->(d)
  WHERE v.scope IN scopes
  RETURN collect([${REF_FIELDS}, ${dialect.cosine("v.value", "$vector")}]) AS beside
}
RETURN dimension, exact, rows, beside
`,
);
