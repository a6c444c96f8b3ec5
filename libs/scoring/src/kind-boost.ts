import type { Candidate } from "./candidate.ts";
import type { AskedSpeaker } from "./speaker-boost.ts";

const OF_KIND = 1.2;

/**
 * × 1.2 for what names a thing of a kind that the question asks for ("which cities": a turn with "Lisbon"), else 1; where the question names a
 * speaker only for that one's turns: what others say of it is not what was asked. `ofKind` are the ids of what the graph brought so.
 */
export function kindBoost(candidate: Candidate, { named }: AskedSpeaker, ofKind: ReadonlySet<string>): number {
  return ofKind.has(candidate.id) && (named === null || candidate.speaker === named) ? OF_KIND : 1;
}
