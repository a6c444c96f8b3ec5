export { confusionOf, decidePairs } from "./decide-pairs.ts";
export type { DecidedPair, PairDeciders } from "./decide-pairs.ts";
export { HELD_OUT_PAIRS } from "./held-out-pairs.ts";
export type { Pair, PairKind, PairOutcome } from "./pair.ts";
export { startReplayedJudge } from "./replayed-judge.ts";
export { TUNING_PAIRS } from "./tuning-pairs.ts";
