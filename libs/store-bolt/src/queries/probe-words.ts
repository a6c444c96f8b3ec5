import { query } from "../connection/query.ts";
import { documentMatches } from "../search/document-filter.ts";
import { TEXT_INDEX } from "../search/text-index.ts";

/** For each of some words, how many documents that realm and filter let through hold it, up to the limit. */
export const probeWordsQuery = query(
  "probe-words",
  (dialect) => `
UNWIND $probes AS probe
CALL (probe) {
  ${dialect.searchText({ index: TEXT_INDEX, text: "probe.text", limit: "$fetch", node: "d" })}
  WITH d WHERE ${documentMatches("d")}
  RETURN count(d) AS documents
}
RETURN probe.word AS word, documents
`,
);
