import {
  addSessionPrior, askedSpeaker, fuseLegs, legWeights, PRESET_SETTINGS, SESSION_PRIOR_MAXIMUM, smoothMeaning, SPEAKER_BOOST_MAXIMUM, speakerBoost,
} from "@memory-cortex/scoring";
import type { Leg } from "@memory-cortex/scoring";
import type { DocumentRef } from "@memory-cortex/store";

import type { Run } from "../run.ts";
import type { Found } from "./legs.ts";

/** A candidate with what each leg said and what fusion made of it. */
export interface FusedCandidate {
  ref: DocumentRef;
  /** Borrowed BM25. */
  words: number;
  /** Share of the question's terms that it holds itself. */
  coverage: number;
  /** Smoothed cosines by space. */
  meaning: Record<string, number>;
  /** [0, 1] */
  relevance: number;
}

const MAXIMUM = SESSION_PRIOR_MAXIMUM * SPEAKER_BOOST_MAXIMUM;

/** Stage 4: the legs' scores become one relevance in [0, 1], best first. Documents no leg has a score for drop out. */
export function fuse(run: Run, found: Found): FusedCandidate[] {
  const settings = PRESET_SETTINGS[run.request.preset];
  const meaning = found.meaning.map(({ name, cosines }) => ({ name, scores: smoothedCosines(cosines, found.refs) }));
  const fused = fuseLegs(weighted(found.words, meaning, settings.fusion));
  const candidates = [...fused.keys()].map((id) => found.refs.get(id)).filter((ref) => ref !== undefined);
  const relevance = settings.fusion === null ? raised(run, candidates, fused) : fused;
  return candidates
    .filter((ref) => run.request.kinds.includes(ref.kind))
    .map((ref) => ({
      ref,
      words: found.words.get(ref.id) ?? 0,
      coverage: found.coverage.get(ref.id) ?? 0,
      meaning: Object.fromEntries(meaning.map(({ name, scores }) => [name, scores.get(ref.id) ?? 0])),
      relevance: Math.min(1, relevance.get(ref.id) ?? 0),
    }))
    .filter((candidate) => candidate.relevance > 0)
    .sort((a, b) => b.relevance - a.relevance || (a.ref.id < b.ref.id ? -1 : 1));
}

function smoothedCosines(cosines: ReadonlyMap<string, number>, refs: ReadonlyMap<string, DocumentRef>): Map<string, number> {
  const rows = [...cosines].flatMap(([id, cosine]) => {
    const ref = refs.get(id);
    return ref === undefined ? [] : [{ ref, cosine }];
  });
  return smoothMeaning(rows);
}

function weighted(words: Map<string, number>, meaning: { name: string; scores: Map<string, number> }[], fusion: { words: number; meaning: number } | null): Leg[] {
  const weights = fusion === null ? legWeights(meaning.length) : { words: fusion.words, meaning: fusion.meaning / Math.max(1, meaning.length) };
  return [{ name: "words", weight: weights.words, scores: words }, ...meaning.map((leg) => ({ ...leg, weight: weights.meaning }))];
}

function raised(run: Run, candidates: readonly DocumentRef[], fused: ReadonlyMap<string, number>): Map<string, number> {
  const withPrior = addSessionPrior(candidates, fused);
  const asked = askedSpeaker(run.request.query, candidates.flatMap((ref) => (ref.speaker === null ? [] : [ref.speaker])));
  return new Map(candidates.map((ref) => [ref.id, ((withPrior.get(ref.id) ?? 0) * speakerBoost(ref, asked)) / MAXIMUM]));
}
