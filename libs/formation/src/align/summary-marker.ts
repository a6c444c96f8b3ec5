import type { SummaryMarker } from "./incoming-turn.ts";

const CERTAIN = ["[compacted", "<summary>", "this session is being continued from a previous conversation", "the conversation history before this point was compacted"];
const LIKELY = ["summary of", "conversation summary", "previous conversation", "the conversation so far"];

const DECORATION = /^[\s#*_>"'`-]+/u;

/**
 * Whether a text begins like the summary of a compaction. "likely" beginnings are also said by people ("Summary of my day: …"), so
 * they count only where the rest of the request overlaps what is stored.
 */
export function summaryMarker(text: string): SummaryMarker {
  const beginning = text.slice(0, 200).replace(DECORATION, "").toLowerCase();
  if (CERTAIN.some((marker) => beginning.startsWith(marker))) return "certain";
  return LIKELY.some((marker) => beginning.startsWith(marker)) ? "likely" : "none";
}
