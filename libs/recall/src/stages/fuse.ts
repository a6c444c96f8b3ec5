import {
  addSessionPrior, askedSpeaker, bestOfSessions, fuseLegs, kindBoost, LEAST_BEST_COSINE, legWeights, PRESET_SETTINGS, SESSION_PRIOR_MAXIMUM, smoothMeaning, SPEAKER_BOOST_MAXIMUM, speakerBoost,
} from "@memory-cortex/scoring";
import type { AskedSpeaker, Leg } from "@memory-cortex/scoring";
import type { DocumentRef } from "@memory-cortex/store";

import { exclusionOf } from "../exclusion.ts";
import { isLeftOut } from "../run.ts";
import type { Run } from "../run.ts";
import { lowestOf } from "./best-places.ts";
import { hitsOfKind, nearHop } from "./graph-leg.ts";
import type { Found } from "./legs.ts";

/** A candidate with what each leg said and what fusion made of it. */
export interface FusedCandidate {
  ref: DocumentRef;
  /** Its place in what the legs found. */
  index: number;
  /** Borrowed BM25. */
  words: number;
  /** Share of the question's terms that it holds itself. */
  coverage: number;
  /** Smoothed cosines by space. */
  meaning: Record<string, number>;
  /** Relations between what the question names and what it mentions; null when the graph did not bring it, or only by a name that many mention. */
  hop: number | null;
  /** Legs fused, [0, 1]. */
  fused: number;
  /** Fused score with session prior and speaker boost. */
  base: number;
  /** [0, 1] */
  relevance: number;
}

/** Stage 4's result: candidates best first, and what ranking needs of the whole. */
export interface Fusion {
  /** The best of them, as many as were asked for. */
  candidates: FusedCandidate[];
  /** How many there are in all. */
  count: number;
  /** Fused score of all that was found; NaN where no leg has one. */
  fused: Float64Array;
  /** Best fused score by session. */
  bestOfSession: ReadonlyMap<string, number>;
  asked: AskedSpeaker;
  /** Place by id, from 0, of what the graph brought. */
  graphPlaces: ReadonlyMap<string, number>;
}

const NOBODY: AskedSpeaker = { named: null, firstPerson: false };
const MAXIMUM = SESSION_PRIOR_MAXIMUM * SPEAKER_BOOST_MAXIMUM;

/** Stage 4: the legs' scores become one score. Documents that no leg has a score for drop out, those that the request leaves out, and those below the `most` best. */
export function fuse(run: Run, found: Found, most = Infinity): Fusion {
  const { refs } = found;
  const settings = PRESET_SETTINGS[run.request.preset];
  const reach = isLeftOut(run, "neighbours") ? 0 : undefined;
  const meaning = found.meaning.map(({ name, cosines }) => ({ name, scores: smoothMeaning(cosines, { candidates: refs, neighbourhood: found.neighbourhood }, reach) }));
  const fused = fuseLegs(weighted(found.words, meaning, settings.fusion), refs.length);
  const asked = isLeftOut(run, "speakers") ? NOBODY : askedSpeaker(run.request.query, speakersOf(refs, fused));
  const bestOfSession = isLeftOut(run, "session") ? new Map<string, number>() : bestOfSessions(refs, fused);
  const raised = isLeftOut(run, "session") ? fused : addSessionPrior(refs, fused, bestOfSession);
  const ofKind = hitsOfKind(found.legs.graph);
  const bases = settings.fusion === null ? raised.map((score, index) => score * speakerBoost(refs[index]!, asked) * kindBoost(refs[index]!, asked, ofKind)) : fused;
  const relevances = bases.map((base) => Math.min(1, settings.fusion === null ? base / MAXIMUM : base));
  const least = lowestOf(relevances, most);
  const graphPlaces = new Map(found.legs.graph.hits.map(({ ref }, place) => [ref.id, place]));
  const excluded = exclusionOf(run.request);
  const candidates: FusedCandidate[] = [];
  let count = 0;
  for (let index = 0; index < refs.length; index += 1) {
    if (!(bases[index]! > 0) || excluded?.has(refs[index]!) === true) continue;
    count += 1;
    const graphPlace = graphPlaces.get(refs[index]!.id);
    if (relevances[index]! < least && graphPlace === undefined) continue;
    const said: Record<string, number> = {};
    for (const { name, scores } of meaning) said[name] = scores[index]! || 0;
    candidates.push({
      ref: refs[index]!, index, words: found.words[index]!, coverage: found.coverage[index]!, meaning: said,
      hop: graphPlace === undefined ? null : nearHop(found.legs.graph.hits[graphPlace]!),
      fused: fused[index]!, base: bases[index]!, relevance: relevances[index]!,
    });
  }
  return { candidates: candidates.sort(bestFirst), count, fused, bestOfSession, asked, graphPlaces };
}

/** By relevance; what has as much as there is of it by what it had before the limit. */
export const bestFirst = (a: FusedCandidate, b: FusedCandidate): number => b.relevance - a.relevance || b.base - a.base || (a.ref.id < b.ref.id ? -1 : 1);

function speakersOf(refs: readonly DocumentRef[], fused: Float64Array): Set<string> {
  const speakers = new Set<string>();
  refs.forEach(({ speaker }, index) => {
    if (speaker !== null && !Number.isNaN(fused[index])) speakers.add(speaker);
  });
  return speakers;
}

function weighted(words: Float64Array, meaning: readonly { scores: Float64Array }[], fusion: { words: number; meaning: number } | null): Leg[] {
  const weights = fusion === null ? legWeights(meaning.length) : { words: fusion.words, meaning: fusion.meaning / Math.max(1, meaning.length) };
  const known = words.map((score) => (score > 0 ? score : NaN));
  return [{ weight: weights.words, scores: known }, ...meaning.map(({ scores }) => ({ weight: weights.meaning, scores, leastMaximum: LEAST_BEST_COSINE }))];
}
