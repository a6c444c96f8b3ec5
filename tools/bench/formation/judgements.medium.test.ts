import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { parseJudgements } from "./judgements.ts";

it("the kept judgements can be read, each key once", () => {
  expect(parseJudgements(readFileSync(new URL("judgements.tsv", import.meta.url), "utf8")).size).toBeGreaterThan(100);
});
