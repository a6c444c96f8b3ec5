import { expect, test } from "vitest";
import { pathsIn } from "./paths-in.ts";

test("finds files and folders in backticks, once each", () => {
  const page = "See `libs/text/src/index.ts`, `docs/decisions/` and again `libs/text/src/index.ts:12`, `./tools/setup/run.mjs`.";
  expect(pathsIn(page)).toEqual(["libs/text/src/index.ts", "docs/decisions/", "tools/setup/run.mjs"]);
});

test("leaves out what is no path of ours", () => {
  expect(pathsIn("`/v1/recall` `@memory-cortex/models` `POST /ingest` `libs/*/src` `text/plain` `https://a.b/c.html` `README.md` `and/or` `realms/` `CORTEX_HOME/models/x.json`")).toEqual([]);
});

test("leaves out fenced blocks, so that an odd backtick in one does not shift the rest", () => {
  expect(pathsIn("```\n`libs/none.ts`\ncurl ` x\n```\nthen `libs/some.ts`")).toEqual(["libs/some.ts"]);
});
