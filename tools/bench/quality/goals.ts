interface Goal {
  /** recall@10 and nDCG@10, points of 100. */
  floor: readonly [number, number];
  aim: readonly [number, number];
}

/** On the dev conversations, by data set and mode. */
export const QUALITY_GOALS: Readonly<Record<string, Goal>> = {
  "LoCoMo words only": { floor: [76, 58], aim: [79, 62] },
  "BEAM words only": { floor: [74, 64], aim: [77, 68] },
  "LoCoMo hybrid": { floor: [81, 65.5], aim: [86, 71] },
  "BEAM hybrid": { floor: [79.5, 69.5], aim: [85, 77] },
  "LoCoMo transformer": { floor: [82, 67], aim: [88, 74] },
  "BEAM transformer": { floor: [80, 71], aim: [87, 80] },
};
