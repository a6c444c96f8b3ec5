import { addSessionPrior, askedSpeaker, fuseLegs, legWeights, PRESET_SETTINGS, SESSION_PRIOR_MAXIMUM, smoothMeaning, SPEAKER_BOOST_MAXIMUM, speakerBoost } from "@memory-cortex/scoring";
import type { AskedSpeaker, Leg } from "@memory-cortex/scoring";
import type { DocumentRef } from "@memory-cortex/store";

import { isLeftOut } from "../run.ts";
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
  /** Legs fused, [0, 1]. */
  fused: number;
  /** Fused score with session prior and speaker boost. */
  base: number;
  /** [0, 1] */
  relevance: number;
}

/** Stage 4's result: candidates best first, and what ranking needs of the whole. */
export interface Fusion {
  candidates: FusedCandidate[];
  asked: AskedSpeaker;
}

const NOBODY: AskedSpeaker = { named: null, firstPerson: false };
const MAXIMUM = SESSION_PRIOR_MAXIMUM * SPEAKER_BOOST_MAXIMUM;

/** Stage 4: the legs' scores become one score. Documents that no leg has a score for drop out. */
export function fuse(run: Run, found: Found): Fusion {
  const settings = PRESET_SETTINGS[run.request.preset];
  const meaning = found.meaning.map(({ name, cosines }) => ({ name, scores: smoothedCosines(run, cosines, found.refs) }));
  const fused = fuseLegs(weighted(found.words, meaning, settings.fusion));
  const refs = [...fused.keys()].map((id) => found.refs.get(id)).filter((ref) => ref !== undefined);
  const asked = isLeftOut(run, "speakers") ? NOBODY : askedSpeaker(run.request.query, refs.flatMap((ref) => (ref.speaker === null ? [] : [ref.speaker])));
  const withPrior = isLeftOut(run, "session") ? fused : addSessionPrior(refs, fused);
  const candidates = refs.map((ref) => {
    const own = fused.get(ref.id) ?? 0;
    const base = settings.fusion === null ? (withPrior.get(ref.id) ?? 0) * speakerBoost(ref, asked) : own;
    return {
      ref,
      words: found.words.get(ref.id) ?? 0,
      coverage: found.coverage.get(ref.id) ?? 0,
      meaning: Object.fromEntries(meaning.map(({ name, scores }) => [name, scores.get(ref.id) ?? 0])),
      fused: own,
      base,
      relevance: Math.min(1, settings.fusion === null ? base / MAXIMUM : own),
    };
  });
  return { candidates: candidates.filter((candidate) => candidate.base > 0).sort(bestFirst), asked };
}

export const bestFirst = (a: FusedCandidate, b: FusedCandidate): number => b.relevance - a.relevance || (a.ref.id < b.ref.id ? -1 : 1);

function smoothedCosines(run: Run, cosines: ReadonlyMap<string, number>, refs: ReadonlyMap<string, DocumentRef>): Map<string, number> {
  const rows = [...cosines].flatMap(([id, cosine]) => {
    const ref = refs.get(id);
    return ref === undefined ? [] : [{ ref, cosine }];
  });
  return isLeftOut(run, "neighbours") ? smoothMeaning(rows, 0) : smoothMeaning(rows);
}

function weighted(words: Map<string, number>, meaning: { name: string; scores: Map<string, number> }[], fusion: { words: number; meaning: number } | null): Leg[] {
  const weights = fusion === null ? legWeights(meaning.length) : { words: fusion.words, meaning: fusion.meaning / Math.max(1, meaning.length) };
  return [{ name: "words", weight: weights.words, scores: words }, ...meaning.map((leg) => ({ ...leg, weight: weights.meaning }))];
}
