import { toIso } from "@memory-cortex/models";
import type { DegradedEntry } from "@memory-cortex/models";
import { PRESET_SETTINGS, RANK_FEATURES } from "@memory-cortex/scoring";
import type { Factor, Weights } from "@memory-cortex/scoring";

import type { RecallOutcome } from "./recall.ts";
import type { RecallTrace } from "./stages/receipt.ts";
import type { Ranking } from "./stages/rank.ts";
import type { ScoredItem } from "./stages/score-items.ts";

export interface ExplainedItem {
  id: string;
  external_id: string | null;
  kind: string;
  text: string;
  speaker: string | null;
  observed_at: string;
  score: number;
  /** BM25 of the words leg, borrowed words included. */
  words: number;
  /** Smoothed cosine by embedding space. */
  meaning: Record<string, number>;
  relevance: number;
  /** What the linear ranker saw, by feature, the weighted sum, and the chance that this is evidence; absent beyond the ranked ones. */
  features?: Record<string, number>;
  rank_score?: number;
  chance?: number;
  /** Each factor in [0, 1], before its weight. */
  factors: Record<Factor, number>;
  /** weight · factor · penalty; they add up to the score. */
  contributions: Record<Factor, number>;
  /** Why it is not in the answer. */
  left_out?: { reason: string; by?: string };
}

/** Why these, why not the others, by stage. */
export interface Explanation {
  receipt_id: string;
  query_terms: readonly string[];
  preset: string;
  weights: Weights;
  /** How well the best of it fits the question, and the chance that memory holds anything on it. */
  evidence: RecallTrace["evidence"];
  candidates: { words: number; meaning: Record<string, number>; fused: number };
  items: ExplainedItem[];
  left_out: ExplainedItem[];
  degraded: DegradedEntry[];
  skipped: { reason: string } | null;
  reason?: string;
  timings_ms: Record<string, number>;
}

const MOST_LEFT_OUT = 20;
const SNIPPET_CHARACTERS = 240;

export function explain({ response, run, trace, terms }: RecallOutcome): Explanation {
  return {
    receipt_id: response.receipt_id,
    query_terms: terms,
    preset: run.request.preset,
    weights: PRESET_SETTINGS[run.request.preset].weights,
    evidence: trace.evidence,
    candidates: trace.candidates,
    items: trace.chosen.map(explained),
    left_out: trace.dropped.slice(0, MOST_LEFT_OUT).map(({ item, reason, by }) => ({ ...explained(item), left_out: { reason, ...(by === undefined ? {} : { by }) } })),
    degraded: response.degraded,
    skipped: response.skipped,
    ...(response.reason === undefined ? {} : { reason: response.reason }),
    timings_ms: response.timings_ms,
  };
}

function explained({ document, candidate, factors, contributions, score }: ScoredItem): ExplainedItem {
  return {
    id: document.id,
    external_id: document.kind === "turn" ? document.externalId : null,
    kind: document.kind,
    text: document.text.slice(0, SNIPPET_CHARACTERS).toWellFormed(),
    speaker: document.speaker,
    observed_at: toIso(document.observedAt),
    score,
    words: candidate.words,
    meaning: candidate.meaning,
    relevance: candidate.relevance,
    ...(candidate.ranking === null ? {} : explainedRanking(candidate.ranking)),
    factors,
    contributions,
  };
}

function explainedRanking({ features, score, chance }: Ranking): Pick<ExplainedItem, "features" | "rank_score" | "chance"> {
  return { features: Object.fromEntries(RANK_FEATURES.map(({ name }, index) => [name, features[index] ?? 0])), rank_score: score, chance };
}
