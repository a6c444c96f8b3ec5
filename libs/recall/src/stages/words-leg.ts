import { TermTable, WORD_REACH } from "@memory-cortex/scoring";
import type { TextHit } from "@memory-cortex/store";

import { degrade, isLeftOut } from "../run.ts";
import type { Run } from "../run.ts";
import { CANDIDATES_PER_LEG, SURROUNDED_PER_LEG } from "./candidates.ts";
import { reasonOf } from "./reason-of.ts";

export interface WordsLeg {
  terms: string[];
  hits: TextHit[];
  /** Scores of the hits. */
  table: TermTable;
  /** Index of each hit by id; once all legs are joined, of what the others brought too. */
  places: Map<string, number>;
}

/** Made when the hits come, while the thread that brought them looks into the graph. */
export function wordsLegOf(terms: string[], hits: TextHit[]): WordsLeg {
  const places = new Map<string, number>();
  for (let index = 0; index < hits.length; index += 1) places.set(hits[index]!.ref.id, index);
  return { terms, hits, table: new TermTable(hits), places };
}

/** Stage 3, words: BM25 by term over memories, turns and chunks, with the turns beside each hit. Late or broken: empty, and named. `terms` null: there was no time for them. */
export async function wordsLeg(run: Run, terms: string[] | null): Promise<WordsLeg> {
  if (terms === null) {
    if (!isLeftOut(run, "words")) degrade(run, "words", "late");
    return wordsLegOf([], []);
  }
  if (terms.length === 0 || isLeftOut(run, "words")) return wordsLegOf(terms, []);
  const query = { terms, filter: run.filter, limit: CANDIDATES_PER_LEG, window: WORD_REACH, surrounded: SURROUNDED_PER_LEG };
  const answer = await run.deadline.within(run.deadline.legsRemainingMs(), (signal) => run.services.store.searchText(run.realm, query, { signal }));
  if (answer.outcome === "done") return wordsLegOf(terms, answer.result);
  degrade(run, "words", reasonOf(run, "words", answer));
  return wordsLegOf(terms, []);
}
