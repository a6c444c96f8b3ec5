import type { Reading } from "./reading.ts";
import { fillsSame } from "./relate.ts";
import type { Related } from "./relate.ts";

export const VERDICTS = ["same", "updates", "contradicts", "unrelated"] as const;
/** What a judge says of a newer statement and an older one. */
export type Verdict = (typeof VERDICTS)[number];

/**
 * What the rules found, with what a judge said of it. A judge's word is untrusted: it may say that two statements are at odds where no
 * rule sees it, settle what the rules leave open, and call two the same that nothing sets apart. It never ends anything by itself: that
 * takes a later statement about the same one that speaks of a change; else "updates" counts as a contradiction, which loses nothing.
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
      return mayReplace(candidate, known) ? judged("updates") : judged("contradicts");
    case "same":
      if (clash || related.relation === "entailed") return related;
      return fillsSame(candidate, known) || mayBeOne(candidate, known) ? judged("same") : judged("compatible");
  }
}

function mayReplace(candidate: Reading, known: Reading): boolean {
  const later = candidate.observedAt > known.observedAt && candidate.change !== "none" && !candidate.planned;
  return later && known.clauses === 1 && !candidate.event && candidate.words[0] === known.words[0] && equal(candidate.who, known.who);
}

const equal = (left: readonly string[], right: readonly string[]): boolean => left.length === right.length && left.every((one, index) => one === right[index]);

/** Nothing that a reader would stumble over sets them apart: number, date, name, denial, end. */
function mayBeOne(left: Reading, right: Reading): boolean {
  const ends = (left.change === "ends") === (right.change === "ends");
  const names = equal([...left.names].toSorted(), [...right.names].toSorted());
  return ends && names && left.negated === right.negated && left.event === right.event && equal(left.numbers, right.numbers) && equal(left.dates, right.dates);
}
