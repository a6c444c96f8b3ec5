import { toIso } from "@memory-cortex/models/wire";
import { RANK_FEATURES } from "@memory-cortex/scoring";
import type { Factor } from "@memory-cortex/scoring";

import type { Ranking } from "../stages/rank.ts";
import type { ScoredItem } from "../stages/score-items.ts";
import type { Placing, Placings } from "./placings.ts";

/** An item with everything that made its score. */
export interface ExplainedItem {
  id: string;
  external_id: string | null;
  kind: string;
  text: string;
  speaker: string | null;
  observed_at: string;
  score: number;
  /** Place (from 1) at each stage; null where it did not stand. */
  places: Placing;
  /** BM25 of the words leg, borrowed words included. */
  words: number;
  /** Smoothed cosine by embedding space. */
  meaning: Record<string, number>;
  /** Relations between what the question names and what it mentions; null when the graph did not bring it, or only by a name that many mention. */
  hop: number | null;
  /** The legs fused, [0, 1]; `base` with session and speaker on top. */
  fused: number;
  base: number;
  /** What the linear ranker saw, by feature, the weighted sum, and the chance that this is evidence; absent beyond the ranked ones. */
  features?: Record<string, number>;
  rank_score?: number;
  chance?: number;
  /** Calibrated, [0, 1]. */
  relevance: number;
  /** Each factor in [0, 1], before its weight. */
  factors: Record<Factor, number>;
  /** weight · factor · penalty; they add up to the score. */
  contributions: Record<Factor, number>;
  /** Whether it stands in the context block, with the default budget unless the request names one. */
  packed: boolean;
  /** Why it is not in the answer. */
  left_out?: { reason: string; by?: string };
}

export interface Shown {
  placings: Placings;
  packed: ReadonlySet<string>;
  leftOut?: { reason: string; by?: string };
}

const SNIPPET_CHARACTERS = 240;

export const snippet = (text: string): string => text.slice(0, SNIPPET_CHARACTERS).toWellFormed();

export function explainItem({ document, candidate, factors, contributions, score }: ScoredItem, { placings, packed, leftOut }: Shown): ExplainedItem {
  return {
    id: document.id,
    external_id: document.kind === "turn" ? document.externalId : null,
    kind: document.kind,
    text: snippet(document.text),
    speaker: document.speaker,
    observed_at: toIso(document.observedAt),
    score,
    places: placings.of(document.id),
    words: candidate.words,
    meaning: candidate.meaning,
    hop: candidate.hop,
    fused: candidate.fused,
    base: candidate.base,
    ...(candidate.ranking === null ? {} : explainRanking(candidate.ranking)),
    relevance: candidate.relevance,
    factors,
    contributions,
    packed: packed.has(document.id),
    ...(leftOut === undefined ? {} : { left_out: leftOut }),
  };
}

function explainRanking({ features, score, chance }: Ranking): Pick<ExplainedItem, "features" | "rank_score" | "chance"> {
  return { features: Object.fromEntries(RANK_FEATURES.map(({ name }, index) => [name, features[index] ?? 0])), rank_score: score, chance };
}
