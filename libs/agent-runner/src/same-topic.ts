import { analyse, analyseQuery } from "@memory-cortex/text";

/** The share of the question's terms that the earlier question or the narrative must hold, and how many at least; of two terms both. As recall judges without vectors. */
const SHARED_TERMS = 0.6;
const LEAST_SHARED_TERMS = 3;

/** Whether a question is on the topic of a narrative made for an earlier question. */
export function isSameTopic(query: string, earlier: { query: string; response: string }): boolean {
  const terms = analyseQuery(query);
  const known = new Set([...analyseQuery(earlier.query), ...analyse(earlier.response)]);
  const shared = terms.filter((term) => known.has(term)).length;
  if (terms.length < LEAST_SHARED_TERMS) return shared >= 2 && shared === terms.length;
  return shared >= LEAST_SHARED_TERMS && shared / terms.length >= SHARED_TERMS;
}
