import { createHash } from "node:crypto";

import { RANK_FEATURES, RANKER_WEIGHTS } from "@memory-cortex/scoring";
import type { RankedLegs } from "@memory-cortex/scoring";

import type { FittedRanker } from "./fit-ranker.ts";

/** What the generated file holds. */
export interface WeightsContent {
  fittedOn: string;
  legs: Record<RankedLegs, Omit<FittedRanker, "answerability">>;
  answerability: Record<"hybrid" | "words", FittedRanker["answerability"]>;
}

const DECIMALS = 3;
const rounded = (value: number): number => Number(value.toFixed(DECIMALS)) + 0;
const fields = (values: object): string => `{ ${Object.entries(values).map(([name, value]) => `${name}: ${rounded(value as number)}`).join(", ")} }`;

/** The text of `ranker-weights.ts`, numbers rounded to three decimals, under a line by which a test sees that nobody changed any by hand. */
export function weightsSource(content: WeightsContent): string {
  const body = bodyOf(content);
  return `// Made by \`npm run bench fit\`. Do not edit.
// sha256 of the rest: ${createHash("sha256").update(body).digest("hex")}
${body}`;
}

function bodyOf({ fittedOn, legs, answerability }: WeightsContent): string {
  return `
export const RANKER_WEIGHTS = {
  fittedOn: ${JSON.stringify(fittedOn)},
  legs: {
${(Object.keys(RANKER_WEIGHTS.legs) as RankedLegs[]).map((name) => legSource(name, legs[name])).join("\n")}
  },
} as const;

export const ANSWERABILITY_WEIGHTS = {
  hybrid: ${fields(answerability.hybrid)},
  words: ${fields(answerability.words)},
} as const;
`;
}

function legSource(name: RankedLegs, { features, chance }: Omit<FittedRanker, "answerability">): string {
  const lines = RANK_FEATURES.map((feature, index) => `        /* ${feature.name} */ ${rounded(features[index] ?? 0)},`);
  return `    ${/\W/u.test(name) ? JSON.stringify(name) : name}: {
      features: [
${lines.join("\n")}
      ] as readonly number[],
      chance: ${fields(chance)},
    },`;
}
