import { createStaticEmbedder, embedderRegistry } from "@memory-cortex/embedding";
import type { Embedder } from "@memory-cortex/embedding";
import { findTestModel } from "@memory-cortex/embedding/test-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { confusionOf, decidePairs } from "../../test/decide/decide-pairs.ts";
import type { DecidedPair } from "../../test/decide/decide-pairs.ts";
import { HELD_OUT_PAIRS } from "../../test/decide/held-out-pairs.ts";
import type { Pair, PairKind } from "../../test/decide/pair.ts";
import { startReplayedJudge } from "../../test/decide/replayed-judge.ts";
import { TUNING_PAIRS } from "../../test/decide/tuning-pairs.ts";

const folder = await findTestModel();
let embedder: Embedder | null = null;
beforeAll(async () => {
  embedder = folder === null ? null : await createStaticEmbedder({ folder });
});
afterAll(async () => embedder?.close());

const HALVES: readonly [string, readonly Pair[]][] = [["tuning", TUNING_PAIRS], ["held out", HELD_OUT_PAIRS]];
/** Share of the pairs of a kind that come out right; some points under what was measured. */
const FLOORS: Readonly<Record<string, Readonly<Record<PairKind, number>>>> = {
  tuning: { update: 1, contradiction: 0.85, negation: 0.9, number: 0.9, paraphrase: 0.7, compatible: 0.95, person: 1, time: 1 },
  "held out": { update: 0.8, contradiction: 0.85, negation: 0.75, number: 0.85, paraphrase: 0.65, compatible: 0.85, person: 1, time: 1 },
};

function expectSound(decided: readonly DecidedPair[], floors: Readonly<Record<PairKind, number>>): void {
  expect(decided.filter(({ destroyed }) => destroyed).map(({ pair }) => pair)).toEqual([]);
  expect(decided.filter(({ reinforced }) => reinforced).map(({ pair }) => pair)).toEqual([]);
  for (const [kind, { right, pairs }] of confusionOf(decided)) expect({ kind, enough: right / pairs >= floors[kind] }).toEqual({ kind, enough: true });
}

describe.each(HALVES)("hand-made pairs, %s half", (half, pairs) => {
  it("holds more than a hundred, of all kinds", () => {
    expect(pairs.length).toBeGreaterThanOrEqual(100);
    expect(Object.keys(FLOORS[half]!).sort()).toEqual([...new Set(pairs.map(({ kind }) => kind))].sort());
  });

  it("destroys nothing by words alone", async () => {
    expectSound(await decidePairs(pairs), FLOORS[half]!);
  });

  it.skipIf(folder === null)("destroys nothing with an embedder, nor with a judge that is wrong at times", async () => {
    const embedders = embedderRegistry([embedder!]);
    expectSound(await decidePairs(pairs, { embedders }), FLOORS[half]!);
    const judge = await startReplayedJudge();
    try {
      expectSound(await decidePairs(pairs, { embedders, llms: judge }), { ...FLOORS[half]!, compatible: 0.8, person: 0.9, time: 0.75, number: 0.8 });
      expect(judge.asked()).toBeGreaterThan(20);
    } finally {
      await judge.close();
    }
  });

  it.skipIf(folder === null).each(["updates", "same", "contradicts", "unrelated"] as const)("ends nothing that stands, whatever a judge says: %s to everything", async (always) => {
    const judge = await startReplayedJudge({ always });
    try {
      const decided = await decidePairs(pairs, { embedders: embedderRegistry([embedder!]), llms: judge });
      expect(decided.filter(({ destroyed }) => destroyed).map(({ pair }) => pair)).toEqual([]);
      expect(judge.asked()).toBeGreaterThan(20);
    } finally {
      await judge.close();
    }
  });
});
