import { WORD_REACH } from "@memory-cortex/scoring";
import type { TextHit } from "@memory-cortex/store";

import { degrade, isLeftOut } from "../run.ts";
import type { Run } from "../run.ts";
import { CANDIDATES_PER_LEG } from "./candidates.ts";
import { reasonOf } from "./reason-of.ts";

export interface WordsLeg {
  terms: string[];
  hits: TextHit[];
}

/** Stage 3, words: BM25 by term over memories, turns and chunks, with the turns beside each hit. Late or broken: empty, and named. `terms` null: there was no time for them. */
export async function wordsLeg(run: Run, terms: string[] | null): Promise<WordsLeg> {
  if (terms === null) {
    if (!isLeftOut(run, "words")) degrade(run, "words", "late");
    return { terms: [], hits: [] };
  }
  if (terms.length === 0 || isLeftOut(run, "words")) return { terms, hits: [] };
  const query = { terms, filter: run.filter, limit: CANDIDATES_PER_LEG, window: WORD_REACH };
  const answer = await run.deadline.within(run.deadline.legsRemainingMs(), (signal) => run.services.store.searchText(run.realm, query, { signal }));
  if (answer.outcome === "done") return { terms, hits: answer.result };
  degrade(run, "words", reasonOf(run, "words", answer));
  return { terms, hits: [] };
}
