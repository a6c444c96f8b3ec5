import { CortexError } from "@memory-cortex/models";
import type { Preset } from "@memory-cortex/models";

/** The nine factors of the score, each in [0, 1]. */
export const FACTORS = ["relevance", "recency", "frequency", "type", "lifetime", "confidence", "reinforcement", "tags", "graph"] as const;
export type Factor = (typeof FACTORS)[number];
export type Weights = Readonly<Record<Factor, number>>;

const none: Weights = { relevance: 0, recency: 0, frequency: 0, type: 0, lifetime: 0, confidence: 0, reinforcement: 0, tags: 0, graph: 0 };

/** How a preset ranks. */
export interface PresetSettings {
  weights: Weights;
  /** Shares of words and meaning in `relevance`; null: the measured fusion. */
  fusion: { words: number; meaning: number } | null;
  /** MMR: 1 = relevance alone, 0 = novelty alone. */
  mmrLambda: number;
  /** Half-life of recency in hours; null: per kind. */
  halfLifeHours: number | null;
}

export const PRESET_SETTINGS: Readonly<Record<Preset, PresetSettings>> = {
  /** Design section 5; openclaw-cortex with nine factors. */
  cortex: {
    weights: { relevance: 0.45, recency: 0.08, frequency: 0.05, type: 0.1, lifetime: 0.08, confidence: 0.07, reinforcement: 0.07, tags: 0.05, graph: 0.05 },
    fusion: null,
    mmrLambda: 0.9,
    halfLifeHours: null,
  },
  /** openclaw-cortex 0.2–0.4 (seed on Qdrant): five factors. */
  "cortex-v1": { weights: { ...none, relevance: 0.5, recency: 0.2, frequency: 0.1, type: 0.1, lifetime: 0.1 }, fusion: null, mmrLambda: 1, halfLifeHours: 168 },
  /** The older middleware: .4 words + .6 meaning and nothing else. */
  hybrid: { weights: { ...none, relevance: 1 }, fusion: { words: 0.4, meaning: 0.6 }, mmrLambda: 1, halfLifeHours: null },
  /** OpenClaw's own memory: .7 meaning + .3 words, a 30-day half-life, MMR .7. */
  openclaw: { weights: { ...none, relevance: 0.8, recency: 0.2 }, fusion: { words: 0.3, meaning: 0.7 }, mmrLambda: 0.7, halfLifeHours: 720 },
};

/** Throws `config_invalid` unless the weights are in [0, 1] and sum to 1 (± .000001). Called at start. */
export function checkWeights(weights: Weights): void {
  const values = FACTORS.map((factor) => weights[factor]);
  const sum = values.reduce((total, value) => total + value, 0);
  if (values.some((value) => !(value >= 0 && value <= 1)) || Math.abs(sum - 1) > 1e-6) {
    throw new CortexError("config_invalid", { detail: `scoring weights must lie in [0, 1] and sum to 1, not ${sum.toFixed(6)}` });
  }
}

for (const settings of Object.values(PRESET_SETTINGS)) checkWeights(settings.weights);
