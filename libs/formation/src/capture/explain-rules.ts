import type { Turn } from "@memory-cortex/models";

import type { CaptureCandidate } from "./candidate.ts";
import type { Refused } from "./llm/refusal.ts";
import { isPerson } from "./people.ts";
import { sentencesOf, statementsOf } from "./statements.ts";

/** Of one turn at most so many sentences are explained, and of each so many characters shown. */
const MOST_SENTENCES = 50;
const SHOWN = 300;

/** Why the rules made nothing of the other sentences of the turns. */
export function explainRules(turns: readonly Turn[], candidates: readonly CaptureCandidate[]): Refused[] {
  return turns.flatMap((turn) => {
    if (!isPerson(turn)) return [{ text: shown(turn.text), reason: "not_said_by_a_person" as const }];
    const made = candidates.filter(({ turnIds }) => turnIds.includes(turn.id));
    return explained(turn, made);
  });
}

function explained({ text }: Turn, made: readonly CaptureCandidate[]): Refused[] {
  const sentences = text.split("\n").flatMap(sentencesOf).map((sentence) => sentence.trim().replaceAll(/\s+/g, " ")).filter((sentence) => sentence !== "");
  const statements = statementsOf(text);
  return sentences.slice(0, MOST_SENTENCES).flatMap((sentence): Refused[] => {
    const statement = statements.find((one) => sentence.startsWith(one.text));
    if (statement === undefined) return [{ text: shown(sentence), reason: "no_statement" }];
    if (made.some((candidate) => candidate.text.includes(statement.text.slice(0, SHOWN / 2)))) return [];
    return [{ text: shown(sentence), reason: statement.hypothetical || statement.asks ? "supposed" : "no_rule" }];
  });
}

const shown = (text: string): string => text.slice(0, SHOWN).toWellFormed();
