import { bestWindowCoverage, borrowWords, MEANING_REACH, Neighbourhood, termCoverage, TermTable } from "@memory-cortex/scoring";
import type { DateRange, Evidence } from "@memory-cortex/scoring";
import type { DocumentRef } from "@memory-cortex/store";
import { analyseQuery } from "@memory-cortex/text";

import { questionDates } from "../question-dates.ts";
import { degrade, isLeftOut, timed, usesRanker } from "../run.ts";
import type { Run } from "../run.ts";
import type { WeightingCache } from "../weighting-cache.ts";
import { bestPlaces } from "./best-places.ts";
import { CANDIDATES_PER_LEG } from "./candidates.ts";
import { graphLeg } from "./graph-leg.ts";
import type { GraphLeg } from "./graph-leg.ts";
import { graphRows } from "./graph-rows.ts";
import { meaningLegs } from "./meaning-leg.ts";
import type { MeaningLeg } from "./meaning-leg.ts";
import { reasonOf } from "./reason-of.ts";
import { wordsLeg } from "./words-leg.ts";
import type { WordsLeg } from "./words-leg.ts";

/** What all legs found together: columns over `refs`, since more than a thousand candidates pass through here for each question. */
export interface Found {
  terms: string[];
  /** Every document that a leg brought, neighbours too; those of the words leg first. */
  refs: DocumentRef[];
  neighbourhood: Neighbourhood;
  /** Borrowed BM25; 0 for none. */
  words: Float64Array;
  /** Share of the question's terms that a document holds itself. */
  coverage: Float64Array;
  /** Cosines, NaN where unknown; one column for each space. */
  meaning: { name: string; cosines: Float64Array }[];
  /** What the legs themselves said, before words and meaning were borrowed from the turns beside. */
  legs: { words: WordsLeg; meaning: readonly MeaningLeg[]; graph: GraphLeg };
  /** How well the best of it fits the question. */
  evidence: Evidence;
  /** Dates that the question names, for the ranker. */
  dates: readonly DateRange[];
}

/** Stage 3: the legs, in parallel, each until the legs' end; then the cosines that one leg lacks of what the other found. */
export async function runLegs(run: Run, weightings: WeightingCache): Promise<Found> {
  // A long question takes a while to analyse: not when its time is over already.
  const terms = run.deadline.legsRemainingMs() <= 0 ? null : analyseQuery(run.request.query);
  const [{ words, dates }, spaces, graph] = await Promise.all([
    wordsThenDates(run, terms),
    timed(run, "meaning", () => meaningLegs(run, weightings)),
    graphLeg(run, terms === null || isLeftOut(run, "words") ? [] : terms),
  ]);
  const named = graphRows(words, graph);
  const table = named.length === 0 ? words.table : new TermTable(named, words.table);
  const { refs, places } = joined(words, [named, ...spaces.map((space) => space.hits), graph.hits]);
  const neighbourhood = new Neighbourhood(refs);
  const borrowed = columnOf(refs, borrowWords(table, { candidates: refs, neighbourhood }, isLeftOut(run, "neighbours") ? 0 : undefined));
  const wanted = spaces.length === 0 ? new Set<number>() : bestOf(borrowed, neighbourhood);
  for (const { ref } of graph.hits) wanted.add(places.get(ref.id)!);
  const meaning = await Promise.all(spaces.map((leg) => completeCosines(run, leg, { refs, places, wanted, words: borrowed })));
  return {
    terms: words.terms, refs, neighbourhood, words: borrowed, meaning,
    coverage: columnOf(refs, termCoverage(table)),
    legs: { words, meaning: spaces, graph },
    evidence: { coverage: bestWindowCoverage(table, neighbourhood), cosine: bestStaticCosine(spaces) },
    dates,
  };
}

/** The dates are read when the words are found, while the other legs go on: before, they would hold up what these have to send. */
async function wordsThenDates(run: Run, terms: string[] | null): Promise<{ words: WordsLeg; dates: readonly DateRange[] }> {
  const words = await timed(run, "words", () => wordsLeg(run, terms));
  return { words, dates: usesRanker(run) && !isLeftOut(run, "dates") ? questionDates(run.request.query, run.askedAt) : [] };
}

/** Every document once: the hits of the words leg, then what the others brought beside them. The leg's own map grows: a copy of it costs as much as making it. */
function joined({ hits: first, places }: WordsLeg, others: readonly (readonly { ref: DocumentRef }[])[]): { refs: DocumentRef[]; places: ReadonlyMap<string, number> } {
  const refs = first.map(({ ref }) => ref);
  for (const hits of others) {
    for (const { ref } of hits) {
      if (places.has(ref.id)) continue;
      places.set(ref.id, refs.length);
      refs.push(ref);
    }
  }
  return { refs, places };
}

/** Values of the words leg's rows, which stand first, and 0 for the others. */
function columnOf(refs: readonly DocumentRef[], values: Float64Array): Float64Array {
  const column = new Float64Array(refs.length);
  column.set(values);
  return column;
}

/** Cosines of other models lie elsewhere; only the static vectors' were looked at. */
function bestStaticCosine(legs: readonly MeaningLeg[]): number | null {
  const leg = legs.find(({ space }) => space.weighted);
  return leg === undefined ? null : Math.max(0, ...leg.hits.map((hit) => hit.cosine));
}

/** The best of the words leg and the turns beside them: their cosines are needed whether or not the meaning leg found them. */
function bestOf(words: Float64Array, neighbourhood: Neighbourhood): Set<number> {
  const wanted = new Set<number>();
  for (const index of bestPlaces(words, CANDIDATES_PER_LEG)) {
    wanted.add(index);
    for (let distance = 1; distance <= MEANING_REACH; distance += 1) {
      wanted.add(neighbourhood.before(index, distance));
      wanted.add(neighbourhood.after(index, distance));
    }
  }
  wanted.delete(-1);
  return wanted;
}

interface Wanted {
  refs: readonly DocumentRef[];
  /** Index by id. */
  places: ReadonlyMap<string, number>;
  wanted: ReadonlySet<number>;
  /** Borrowed BM25. */
  words: Float64Array;
}

async function completeCosines(run: Run, leg: MeaningLeg, { refs, places, wanted, words }: Wanted): Promise<{ name: string; cosines: Float64Array }> {
  const cosines = new Float64Array(refs.length).fill(NaN);
  for (const { ref, cosine } of leg.hits) cosines[places.get(ref.id)!] = cosine;
  const ids: string[] = [];
  for (const index of wanted) if (Number.isNaN(cosines[index])) ids.push(refs[index]!.id);
  if (ids.length > 0) {
    const query = { spaceId: leg.space.id, vector: leg.vector, ids };
    const answer = await run.deadline.within(run.deadline.legsRemainingMs(), (signal) => run.services.store.similarities(run.realm, query, { signal }));
    const part = `meaning:${leg.space.embedder}`;
    if (answer.outcome !== "done") degrade(run, part, reasonOf(run, part, answer));
    else {
      for (const [id, cosine] of answer.result) cosines[places.get(id)!] = cosine;
      supposeMissing(cosines, wanted, words);
    }
  }
  return { name: leg.space.embedder, cosines };
}

/**
 * What was said a moment ago has no vector yet. That is no sign that it means something else: it counts as near as its words say, so that
 * it does not fall behind everything that has one.
 */
function supposeMissing(cosines: Float64Array, wanted: ReadonlySet<number>, words: Float64Array): void {
  const nearest = cosines.reduce((best, cosine) => (cosine > best ? cosine : best), 0);
  const mostWords = words.reduce((most, score) => (score > most ? score : most), 0);
  if (mostWords === 0) return;
  for (const index of wanted) if (Number.isNaN(cosines[index])) cosines[index] = (nearest * words[index]!) / mostWords;
}
