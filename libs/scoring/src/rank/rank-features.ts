import type { RankInput } from "./rank-input.ts";

/** One feature of the linear ranker. */
export interface RankFeature {
  readonly name: string;
  /** Roughly in [−1, 1], so that weights can be compared. */
  readonly value: (input: RankInput) => number;
}

const LONG_TURN_LOG = Math.log(61);
const LENGTH_SCALE = 5;

/** Long turns say more, up to about 60 words. [0, .82] */
const length = (words: number): number => Math.min(Math.log(1 + words), LONG_TURN_LOG) / LENGTH_SCALE;

/**
 * The features in the order of the fitted weights. Adding one means fitting anew. What only tells which turns tend to hold answers
 * counts times the base score: as flags of their own such priors lift turns that have nothing to do with the question, and
 * the weights do not carry over to another kind of conversation (docs/decisions/ranking.md).
 */
export const RANK_FEATURES: readonly RankFeature[] = [
  { name: "base × length", value: ({ base, words }) => base * length(words) },
  { name: "base", value: ({ base }) => base },
  { name: "meaning", value: ({ meaning }) => meaning },
  { name: "session", value: ({ session }) => session },
  { name: "near the dates of the question", value: ({ dateProximity }) => dateProximity },
  { name: "answers a question just asked", value: ({ askedBefore }) => askedBefore },
  { name: "assistant's turn", value: ({ assistant }) => (assistant ? 1 : 0) },
  { name: "base if the named speaker's turn", value: ({ base, named }) => (named === "theirs" ? base : 0) },
  { name: "base if not the named speaker's turn", value: ({ base, named }) => (named === "other" ? base : 0) },
  { name: "base if it speaks of oneself", value: ({ base, firstPerson }) => (firstPerson ? base : 0) },
  { name: "base × names", value: ({ base, properNouns }) => base * properNouns },
  { name: "base if time is asked for and it holds a date", value: ({ base, asksTime, holdsDate }) => (asksTime && holdsDate ? base : 0) },
  { name: "base if a quantity is asked for and it holds a number", value: ({ base, asksQuantity, holdsNumber }) => (asksQuantity && holdsNumber ? base : 0) },
  { name: "base × names if a place is asked for", value: ({ base, asksPlace, properNouns }) => (asksPlace ? base * properNouns : 0) },
];

/** Values of all features, in order. */
export const rankFeatures = (input: RankInput): number[] => RANK_FEATURES.map((feature) => feature.value(input));
