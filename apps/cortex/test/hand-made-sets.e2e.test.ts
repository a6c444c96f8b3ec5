import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startService, testModelFolder, throwawayHome } from "./cortex-process.ts";
import type { Service } from "./cortex-process.ts";
import { evaluateSet, feedSet, tableOf, underFloors } from "./hand-made-set.ts";
import type { Floors } from "./hand-made-set.ts";

/**
 * Chinese, Japanese, German and Spanish in one memory. The static vectors know English best: paraphrases without a word in common are
 * mostly missed in the other languages, which their floors show.
 */
const LANGUAGES: Floors = {
  "zh exact": [100, 80], "zh inflected": [100, 85], "zh paraphrase": [75, 55],
  "ja exact": [100, 90], "ja inflected": [100, 70], "ja paraphrase": [50, 40],
  "de exact": [100, 90], "de inflected": [100, 85], "de paraphrase": [25, 20],
  "es exact": [100, 90], "es inflected": [100, 85], "es paraphrase": [25, 5],
};

/** Names and words with one or two edits; paths, codes, hashes and their beginnings, versions, addresses, prices, tickets, parts of names in code. */
const MISSPELT: Floors = { "typo name": [100, 85], "typo word": [100, 90], identifier: [100, 92], "identifier prefix": [100, 90] };

const folder = await testModelFolder();
let remove: () => Promise<void>;
let service: Service;

beforeAll(async () => {
  const made = await throwawayHome();
  remove = made.remove;
  service = await startService(made.home, folder === null ? { CORTEX_EMBEDDERS: "[]" } : { CORTEX_MODEL_FOLDER: folder });
});

afterAll(async () => {
  await service.stop();
  await remove();
});

describe("the hand-made sets", () => {
  it.skipIf(folder === null).each([["languages", LANGUAGES], ["misspelt", MISSPELT]] as const)("%s: no worse than the floors", async (set, floors) => {
    await feedSet(service, set, set);
    const { kinds } = await evaluateSet(service, set, set);
    expect(underFloors(kinds, floors), await tableOf(service, set, set)).toEqual([]);
  });
});
