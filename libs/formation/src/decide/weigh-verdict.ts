import type { Reading } from "./reading.ts";
import type { Related } from "./relate.ts";

export const VERDICTS = ["same", "updates", "contradicts", "unrelated"] as const;
/** What a judge says of a newer statement and an older one. */
export type Verdict = (typeof VERDICTS)[number];

/**
 * What the rules found, with what a judge said of it. A judge's word is untrusted: it may say that two statements are at odds where no
 * rule sees it, settle what the rules leave open, and call two the same that nothing sets apart. It never ends anything by itself: that
 * takes a later statement and, where no rule saw them clash, words of change in it.
 */
export function weighVerdict(related: Related, verdict: Verdict | null, { candidate, known }: { candidate: Reading; known: Reading }): Related {
  if (verdict === null || related.relation === "same" || related.relation === "updates") return related;
  const clash = related.relation === "contradicts" || related.relation === "uncertain";
  const judged = (relation: Related["relation"]): Related => ({ relation, reason: `judged: ${verdict}`, since: related.since });
  switch (verdict) {
    case "unrelated":
      return judged("compatible");
    case "contradicts":
      return judged("contradicts");
    case "updates":
      return candidate.observedAt > known.observedAt && known.clauses === 1 && !candidate.planned && (clash || candidate.change !== "none") ? judged("updates") : judged("contradicts");
    case "same":
      if (clash || !mayBeOne(candidate, known)) return clash ? related : judged("compatible");
      return judged("same");
  }
}

const equal = (left: readonly string[], right: readonly string[]): boolean => left.length === right.length && left.every((one, index) => one === right[index]);

/** Nothing that a reader would stumble over sets them apart: number, date, name, denial, end. */
function mayBeOne(left: Reading, right: Reading): boolean {
  const ends = (left.change === "ends") === (right.change === "ends");
  const names = equal([...left.names].toSorted(), [...right.names].toSorted());
  return ends && names && left.negated === right.negated && left.event === right.event && equal(left.numbers, right.numbers) && equal(left.dates, right.dates);
}
