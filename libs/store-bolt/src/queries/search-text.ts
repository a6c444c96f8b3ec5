import { query } from "../connection/query.ts";
import { REF_FIELDS } from "../records/document-ref.ts";
import { documentMatches, turnIsLetThrough } from "../search/document-filter.ts";
import { BEHIND_SHELF } from "../search/shelves.ts";
import { TEXT_INDEX } from "../search/text-index.ts";

/**
 * Occurrences of each token in the text that the index holds of a document: tokens are equally long, so that what a split takes away is exactly
 * the token. The text is read from its node once, by whoever names it `text`; most hold few of the tokens, which is told without a split.
 */
const COUNTS = "[token IN $tokens | CASE WHEN text CONTAINS token THEN size(split(text, token)) - 1 ELSE 0 END]";

/**
 * How rare a term is, from how many documents there are and how many hold it. Never below 0: where reads see what others commit, the count of a
 * term may be newer than that of the documents.
 */
const rarity = (all: string, holding: string): string => `log(1.0 + (CASE WHEN ${all} > ${holding} THEN ${all} - ${holding} ELSE 0 END + 0.5) / (${holding} + 0.5))`;

/** The hits and the turns beside them, each with the rank of the best hit that it is or stands beside. */
const AROUND = `UNWIND range(0, size(hits) - 1) AS rank
  WITH hits[rank] AS hit, rank
  OPTIONAL MATCH (t:Turn)
  WHERE t.session = hit.session AND t.position >= hit.position - $window AND t.position <= hit.position + $window AND ${turnIsLetThrough("t")}
  UNWIND [hit, t] AS d
  WITH d, rank WHERE d IS NOT NULL
  WITH d, min(rank) AS rank
  RETURN collect({document: d, rank: rank}) AS around`;

/**
 * The whole leg in one statement: how often each term is said; the words near to those that nobody said; candidates of the text index with
 * the user's own weights (the index weighs by all users; the boosts undo that), the best of them by exact BM25, the turns beside those,
 * and of all what ranking needs. The formula is that of `bm25.ts`, which scores them again. The user's counts are read once, before anything is
 * grouped by them: read row by row, a commit in between would part the terms into two groups, and each answers nothing for the terms of the other.
 */
export const searchTextQuery = query(
  "search-text",
  (dialect) => `
MATCH (u:CortexUser {id: $user})
WITH u.documents AS total, u.terms AS termTotal
${dialect.countIndexed}
UNWIND $terms AS asked
OPTIONAL MATCH (t:Term {token: asked.token})
WITH total, termTotal, indexed, asked, coalesce(sum(t.documents), 0) AS documents,
  coalesce(sum(CASE WHEN $namespaces IS NULL OR t.namespace IN $namespaces THEN t.documents ELSE 0 END), 0) AS readable
ORDER BY asked.place
WITH total, termTotal, CASE WHEN indexed > total THEN indexed ELSE total END AS indexed,
  collect({token: asked.token, shelves: asked.shelves, documents: documents, readable: readable,
    weight: asked.factor * ${rarity("total", "documents")}}) AS terms
WITH total, termTotal, terms, indexed, CASE WHEN total = 0 THEN 1.0 ELSE toFloat(termTotal) / total END AS averageLength
WITH total, termTotal, terms, averageLength, [term IN terms WHERE term.readable > 0 |
  {token: term.token, boost: term.weight / ${rarity("indexed", "term.documents")}}] AS known
WITH total, termTotal, terms, averageLength, size(known) > 0 AS any,
  $scope + reduce(words = '', term IN known | words + ' ' + term.token + '^' + toString(CASE WHEN term.boost < 0.001 THEN 0.001 ELSE round(term.boost * 1000.0) / 1000.0 END)) + ')' AS asked
CALL (terms) {
  UNWIND terms AS term
  WITH term WHERE term.readable = 0
  UNWIND term.shelves AS shelf
  MATCH (w:Term)
  WHERE w.word >= shelf AND w.word < shelf + '${BEHIND_SHELF}' AND ($namespaces IS NULL OR w.namespace IN $namespaces)
  RETURN collect(DISTINCT w.term) AS words
}
CALL (any, asked) {
  WITH any, asked WHERE any
  ${dialect.searchText({ index: TEXT_INDEX, text: "asked", limit: "$fetch", node: "d" })}
  RETURN collect(d) AS found
}
CALL (found, terms, averageLength) {
  UNWIND found AS d
  WITH d, terms, averageLength
  WHERE ${documentMatches("d")}
  WITH d, terms, 1.2 * (0.25 + 0.75 * d.termCount / averageLength) AS damping, d.terms AS text
  WITH d, terms, damping, ${COUNTS} AS counts
  WITH d, reduce(score = 0.0, place IN range(0, size(counts) - 1) |
    CASE WHEN counts[place] = 0 THEN score ELSE score + terms[place].weight * counts[place] * 2.2 / (counts[place] + damping) END) AS score
  WHERE score > 0.0
  WITH d, score ORDER BY score DESC LIMIT $limit
  RETURN collect(d) AS hits
}
CALL (hits) {
  ${AROUND}
}
CALL (around) {
  UNWIND around AS each
  WITH each.document AS d, each.rank AS rank
  WITH d, rank, d.terms AS text
  WITH d, rank, ${COUNTS} AS counts
  WHERE rank < $surrounded OR any(count IN counts WHERE count > 0)
  RETURN collect([${REF_FIELDS}, counts]) AS rows
}
RETURN total, termTotal, [term IN terms | term.documents] AS documents, [term IN terms | term.readable] AS readable, words, size(found) AS fetched,
  [hit IN hits | hit.id] AS hits, rows
`,
);
