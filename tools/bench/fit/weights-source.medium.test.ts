import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

import { ANSWERABILITY_WEIGHTS, RANK_FEATURES, RANKER_WEIGHTS } from "@memory-cortex/scoring";
import { describe, expect, it } from "vitest";

import { weightsSource } from "./weights-source.ts";

const file = new URL("../../../libs/scoring/src/rank/ranker-weights.ts", import.meta.url);

describe("the generated weights", () => {
  it("are what the command wrote last, to the last digit: nobody edited the file by hand", async () => {
    const [, checksum, ...rest] = (await readFile(file, "utf8")).split("\n");
    expect(checksum).toBe(`// sha256 of the rest: ${createHash("sha256").update(rest.join("\n")).digest("hex")}`);
  });

  it("stand in the file as the command writes them", async () => {
    const source = weightsSource({ ...RANKER_WEIGHTS, legs: structuredClone(RANKER_WEIGHTS.legs) as unknown as Parameters<typeof weightsSource>[0]["legs"], answerability: ANSWERABILITY_WEIGHTS });
    expect(await readFile(file, "utf8")).toBe(source);
  });

  it("has a weight for every feature, for every set of legs", () => {
    for (const { features } of Object.values(RANKER_WEIGHTS.legs)) expect(features).toHaveLength(RANK_FEATURES.length);
  });
});
