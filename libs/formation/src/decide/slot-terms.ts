import { analyseQuery } from "@memory-cortex/text";

import type { Reading } from "./reading.ts";
import { usualPredicate } from "./slot-patterns.ts";

/** Words with which people fill a slot: "I live in" and "we moved to" share none. Further slots share their topic. */
const WORDS: Readonly<Record<string, string>> = {
  LIVES_IN: "live living moved relocated based home address resides settled",
  WORKS_AT: "work works working job employed employer hired joined left quit",
  HAS_ROLE: "work works job role position title promoted became",
  MARRIED_TO: "married wife husband partner spouse engaged girlfriend boyfriend divorced",
  REPORTS_TO: "report reports boss manager supervisor",
  IS_CALLED: "called name named renamed",
  DEADLINE_OF: "deadline due",
};

/** Index terms by which memories that fill the same slots are found, whatever else they say. */
export function slotTerms({ facts, words, names }: Reading): string[] {
  const predicates = new Set(facts.map(({ predicate }) => usualPredicate(predicate)));
  const terms = [...predicates].flatMap((predicate) => (WORDS[predicate] === undefined ? [] : analyseQuery(WORDS[predicate])));
  return terms.length === 0 ? [] : [...new Set([...terms, ...words.filter((word) => names.has(word))])];
}
