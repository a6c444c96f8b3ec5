import type { TurnReading } from "./turn-reading.ts";

/** What the cited turns of a candidate say, taken together. */
export type Evidence = Pick<TurnReading, "written" | "shownTerms" | "terms" | "ownTerms" | "names" | "capitalsTell" | "numbers" | "dates" | "clauses">;

/** A yes to what was just asked or proposed makes the asker's words the speaker's own. */
const ASSENT = /^\s*(?:yes|yeah|yep|yup|sure|exactly|right|correct|ok(?:ay)?|please do|sounds (?:good|great)|let['’]?s do|go ahead|agreed?|do (?:it|that)|perfect|deal|true|indeed|ja|genau|oui|sí|si|sim)\b/iu;

/**
 * The evidence of cited turns: those of people, and of a turn before them what they say yes to. The words of an assistant or a tool alone
 * are none, and null is returned.
 */
export function evidenceOf(cited: readonly TurnReading[], { before }: { before: (turn: TurnReading) => TurnReading | null }): Evidence | null {
  const people = cited.filter(({ person }) => person);
  if (people.length === 0) return null;
  const answered = people.filter(({ own }) => ASSENT.test(own)).map(before);
  const asked = answered.filter((reading): reading is TurnReading => reading !== null && (reading.turn.role === "assistant" || reading.person));
  const all = [...new Set([...people, ...asked])];
  return {
    written: all.map(({ written }) => written).join("\n"),
    shownTerms: union(all.map(({ shownTerms }) => shownTerms)),
    terms: union(all.map(({ terms }) => terms)),
    ownTerms: union(all.map(({ ownTerms }) => ownTerms)),
    names: union(all.map(({ names }) => names)),
    capitalsTell: all.every((reading) => reading.capitalsTell),
    numbers: union(all.map(({ numbers }) => numbers)),
    dates: all.flatMap(({ dates }) => dates),
    clauses: all.flatMap(({ clauses }) => clauses),
  };
}

const union = (sets: readonly ReadonlySet<string>[]): Set<string> => new Set(sets.flatMap((set) => [...set]));
