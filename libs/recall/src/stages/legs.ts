import { bestWindowCoverage, borrowWords, MEANING_REACH, Neighbourhood, termCoverage } from "@memory-cortex/scoring";
import type { Evidence } from "@memory-cortex/scoring";
import type { DocumentRef } from "@memory-cortex/store";

import { isLeftOut } from "../run.ts";
import type { Run } from "../run.ts";
import type { WeightingCache } from "../weighting-cache.ts";
import { CANDIDATES_PER_LEG } from "./candidates.ts";
import { meaningLegs } from "./meaning-leg.ts";
import type { MeaningLeg } from "./meaning-leg.ts";
import { wordsLeg } from "./words-leg.ts";
import type { WordsLeg } from "./words-leg.ts";

/** What all legs found together. */
export interface Found {
  terms: string[];
  /** Every document that a leg brought, neighbours too. */
  refs: Map<string, DocumentRef>;
  /** Borrowed BM25 by id, only above 0. */
  words: Map<string, number>;
  /** Share of the question's terms that a document holds itself, by id. */
  coverage: Map<string, number>;
  /** Cosines by id, one map for each space. */
  meaning: { name: string; cosines: Map<string, number> }[];
  /** What the legs themselves said, before words and meaning were borrowed from the turns beside. */
  legs: { words: WordsLeg; meaning: readonly MeaningLeg[] };
  /** How well the best of it fits the question. */
  evidence: Evidence;
}

/** Stage 3: the legs, in parallel, each until the legs' end; then the cosines that one leg lacks of what the other found. */
export async function runLegs(run: Run, weightings: WeightingCache): Promise<Found> {
  const [words, spaces] = await Promise.all([wordsLeg(run), meaningLegs(run, weightings)]);
  const refs = new Map<string, DocumentRef>();
  for (const hit of words.hits) refs.set(hit.ref.id, hit.ref);
  for (const space of spaces) for (const hit of space.hits) refs.set(hit.ref.id, hit.ref);
  const borrowed = isLeftOut(run, "neighbours") ? borrowWords(words.hits, 0) : borrowWords(words.hits);
  const wanted = bestOf(borrowed, refs);
  const meaning = await Promise.all(spaces.map((leg) => completeCosines(run, leg, wanted)));
  const evidence = { coverage: bestWindowCoverage(words.hits), cosine: bestStaticCosine(spaces) };
  return { terms: words.terms, refs, words: borrowed, coverage: termCoverage(words.hits), meaning, legs: { words, meaning: spaces }, evidence };
}

/** Cosines of other models lie elsewhere; only the static vectors' were looked at. */
function bestStaticCosine(legs: readonly MeaningLeg[]): number | null {
  const leg = legs.find(({ space }) => space.weighted);
  return leg === undefined ? null : Math.max(0, ...leg.hits.map((hit) => hit.cosine));
}

/** The best of the words leg and the turns beside them: their cosines are needed whether or not the meaning leg found them. */
function bestOf(words: ReadonlyMap<string, number>, refs: ReadonlyMap<string, DocumentRef>): Set<string> {
  const best = [...words].sort((a, b) => b[1] - a[1]).slice(0, CANDIDATES_PER_LEG);
  const neighbourhood = new Neighbourhood([...refs.values()].map((ref) => ({ ref })));
  const wanted = new Set<string>();
  for (const [id] of best) {
    wanted.add(id);
    const ref = refs.get(id);
    if (ref !== undefined) for (const { row } of neighbourhood.around(ref, MEANING_REACH)) wanted.add(row.ref.id);
  }
  return wanted;
}

async function completeCosines(run: Run, leg: MeaningLeg, wanted: ReadonlySet<string>): Promise<{ name: string; cosines: Map<string, number> }> {
  const cosines = new Map(leg.hits.map((hit) => [hit.ref.id, hit.cosine]));
  const ids = [...wanted].filter((id) => !cosines.has(id));
  if (ids.length > 0) {
    const query = { spaceId: leg.space.id, vector: leg.vector, ids };
    const answer = await run.deadline.within(run.deadline.legsRemainingMs(), (signal) => run.services.store.similarities(run.realm, query, { signal }));
    if (answer.outcome === "done") for (const [id, cosine] of answer.result) cosines.set(id, cosine);
  }
  return { name: leg.space.embedder, cosines };
}
