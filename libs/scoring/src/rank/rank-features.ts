import type { RankInput } from "./rank-input.ts";

/** One feature of the linear ranker. */
export interface RankFeature {
  readonly name: string;
  /** Roughly in [−1, 1], so that weights can be compared. */
  readonly value: (input: RankInput) => number;
}

const LONG_TURN_LOG = Math.log(61);
const LENGTH_SCALE = 5;
const SHORT_WORDS = 6;

/** Long turns say more, up to about 60 words. [0, .82] */
const length = (words: number): number => Math.min(Math.log(1 + words), LONG_TURN_LOG) / LENGTH_SCALE;

const flag = (value: boolean): number => (value ? 1 : 0);

/** The features in the order of the fitted weights. Adding one means fitting anew. */
export const RANK_FEATURES: readonly RankFeature[] = [
  { name: "base × length", value: ({ base, words }) => base * length(words) },
  { name: "base", value: ({ base }) => base },
  { name: "meaning", value: ({ meaning }) => meaning },
  { name: "session", value: ({ session }) => session },
  { name: "the named speaker's turn", value: ({ named }) => flag(named === "theirs") },
  { name: "not the named speaker's turn", value: ({ named }) => flag(named === "other") },
  { name: "assistant's turn", value: ({ assistant }) => flag(assistant) },
  { name: "first-person question, user's turn", value: ({ own }) => flag(own) },
  { name: "near the dates of the question", value: ({ dateProximity }) => dateProximity },
  { name: "asks for time, holds a date", value: ({ asksTime, holdsDate }) => flag(asksTime && holdsDate) },
  { name: "asks for a quantity, holds a number", value: ({ asksQuantity, holdsNumber }) => flag(asksQuantity && holdsNumber) },
  { name: "asks for a place, holds names", value: ({ asksPlace, properNouns }) => (asksPlace ? properNouns : 0) },
  { name: "holds names", value: ({ properNouns }) => properNouns },
  { name: "answers a question just asked", value: ({ askedBefore }) => askedBefore },
  { name: "speaks of oneself", value: ({ firstPerson }) => flag(firstPerson) },
  { name: "under six words", value: ({ words }) => flag(words < SHORT_WORDS) },
  { name: "asks a question", value: ({ question }) => flag(question) },
];

/** Values of all features, in order. */
export const rankFeatures = (input: RankInput): number[] => RANK_FEATURES.map((feature) => feature.value(input));
