import type { DocumentKind, Lifetime, MemoryType } from "@memory-cortex/models";

import type { Factor } from "./weights.ts";

/** What the nine factors read. Turns and chunks leave out what only memories have. */
export interface Scorable {
  kind: DocumentKind;
  type: MemoryType | null;
  lifetime: Lifetime;
  project: string | null;
  confidence: number;
  tags: readonly string[];
  /** Epoch milliseconds. */
  observedAt: number;
  accessCount: number;
  reinforcedCount: number;
}

export interface ScoringContext {
  /** Fused relevance in [0, 1]. */
  relevance: number;
  /** The moment of the question, epoch milliseconds. */
  now: number;
  project: string | null;
  /** Distinct folded words of the question, for tags. */
  queryWords: ReadonlySet<string>;
  /** Hops from an entity of the question; null when the graph leg did not find it. */
  hops: number | null;
  /** Overrides the half-life of the kind, hours. */
  halfLifeHours: number | null;
}

const HOUR = 3_600_000;
const TYPE_WEIGHT: Readonly<Record<MemoryType, number>> = { rule: 1.5, procedure: 1.3, fact: 1, episode: 0.8, preference: 0.7 };
const HIGHEST_TYPE_WEIGHT = 1.5;
/** A preference stays true for long, an event passes: hours until recency halves (seeds 000 and 004). */
const HALF_LIFE_HOURS: Readonly<Record<MemoryType, number>> = { rule: 8_760, preference: 8_760, procedure: 4_320, fact: 2_880, episode: 168 };
const UNKNOWN_CONFIDENCE = 0.7;
const HOP_SCORES = [1, 0.5, 0.25];

/** exp(−ln 2 · hours / half-life) from observation, never from access: popular memories must not keep themselves young. */
export function recency(observedAt: number, now: number, halfLifeHours: number): number {
  const hours = Math.max(0, now - observedAt) / HOUR;
  return Math.exp((-Math.LN2 * hours) / halfLifeHours);
}

/** min(1, log2(1 + n) / 10). */
export const frequency = (accessCount: number): number => Math.min(1, Math.log2(1 + accessCount) / 10);

/** min(1, log2(1 + n) / 5). */
export const reinforcement = (count: number): number => Math.min(1, Math.log2(1 + count) / 5);

/** Rule 1.5, procedure 1.3, fact 1, episode .8, preference .7, over 1.5. A turn or a chunk counts as an episode. */
export const typePriority = (type: MemoryType | null): number => TYPE_WEIGHT[type ?? "episode"] / HIGHEST_TYPE_WEIGHT;

/** 1 for the asked project's own, .67 for what is permanent, .53 for what ends. */
export function lifetimePriority(item: Pick<Scorable, "lifetime" | "project">, project: string | null): number {
  if (project !== null && item.project === project) return 1;
  return item.lifetime === "permanent" || item.lifetime === "project" ? 0.67 : 0.53;
}

/** Below .01 means never judged: .7. */
export const knownConfidence = (confidence: number): number => (confidence < 0.01 ? UNKNOWN_CONFIDENCE : Math.min(1, confidence));

/** Share of the memory's tags that the question names. */
export function tagAffinity(tags: readonly string[], queryWords: ReadonlySet<string>): number {
  if (tags.length === 0) return 0;
  return tags.filter((tag) => queryWords.has(tag.toLowerCase())).length / tags.length;
}

/** 1, .5, .25 by hop; 0 beyond and when the graph leg did not find it. */
export const graphProximity = (hops: number | null): number => (hops === null ? 0 : (HOP_SCORES[hops] ?? 0));

/** The nine factors of design section 5, each in [0, 1]. */
export function factorsOf(item: Scorable, context: ScoringContext): Record<Factor, number> {
  const halfLife = context.halfLifeHours ?? HALF_LIFE_HOURS[item.type ?? "episode"];
  return {
    relevance: Math.min(1, Math.max(0, context.relevance)),
    recency: recency(item.observedAt, context.now, halfLife),
    frequency: frequency(item.accessCount),
    type: typePriority(item.type),
    lifetime: lifetimePriority(item, context.project),
    confidence: knownConfidence(item.confidence),
    reinforcement: reinforcement(item.reinforcedCount),
    tags: tagAffinity(item.tags, context.queryWords),
    graph: graphProximity(context.hops),
  };
}
