import { readFile } from "node:fs/promises";

import { ANSWERABILITY_WEIGHTS, RANK_FEATURES, RANKER_WEIGHTS } from "@memory-cortex/scoring";
import { describe, expect, it } from "vitest";

import { weightsSource } from "./weights-source.ts";

const file = new URL("../../../libs/scoring/src/rank/ranker-weights.ts", import.meta.url);

describe("the generated weights", () => {
  it("are written as the command writes them: nobody edited the file by hand", async () => {
    const source = weightsSource({ ...RANKER_WEIGHTS, legs: structuredClone(RANKER_WEIGHTS.legs) as unknown as Parameters<typeof weightsSource>[0]["legs"], answerability: ANSWERABILITY_WEIGHTS });
    expect(await readFile(file, "utf8")).toBe(source);
  });

  it("has a weight for every feature, for every set of legs", () => {
    for (const { features } of Object.values(RANKER_WEIGHTS.legs)) expect(features).toHaveLength(RANK_FEATURES.length);
  });
});
