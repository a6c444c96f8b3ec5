import { expect, test } from "vitest";
import { ERROR_CATALOGUE } from "@memory-cortex/models";
import { ERRORS_PAGE, errorsPage } from "../generate/errors.ts";
import { readText } from "./repository.ts";

/** Code and status of each row. */
function documented(): Map<string, number> {
  const rows = [...readText(ERRORS_PAGE).matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)];
  return new Map(rows.map(([, code, status]) => [code!, Number(status)]));
}

test("every error of the catalogue has its row, with its status", () => {
  const rows = documented();
  expect(Object.entries(ERROR_CATALOGUE).filter(([code, { status }]) => rows.get(code) !== status)).toEqual([]);
});

test("every row is an error of the catalogue", () => {
  expect([...documented().keys()].filter((code) => !(code in ERROR_CATALOGUE))).toEqual([]);
});

test("the page is as the generator makes it (node tools/generate/errors.ts)", () => {
  expect(readText(ERRORS_PAGE)).toBe(errorsPage());
});
