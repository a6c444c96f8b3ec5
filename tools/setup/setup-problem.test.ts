import { expect, test } from "vitest";
import { systemCode, writeProblem } from "./setup-problem.mjs";

const failing = (code: string) => Object.assign(new Error(`${code}: it failed`), { code });

test.each([
  ["ENOSPC", "The disk is full"],
  ["EDQUOT", "The disk is full"],
  ["EROFS", "Cannot write in /clone (EROFS)"],
  ["EACCES", "Cannot write in /clone (EACCES)"],
])("%s is explained in one line", (code, words) => {
  const problem = writeProblem(failing(code), "/clone");
  expect(problem?.message).toContain(words);
  expect(problem?.message).not.toContain("\n");
});

test("what is not about writing is left alone", () => {
  expect(writeProblem(failing("ENOENT"), "/clone")).toBeNull();
  expect(writeProblem("no error at all", "/clone")).toBeNull();
  expect(systemCode(null)).toBe("");
});
