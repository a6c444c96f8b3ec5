import { expect, test } from "vitest";
import { excuseSkipped } from "./excuse-skipped.ts";
import type { Prerequisite } from "./excuse-skipped.ts";

const result = { passed: 3, failed: 0, skipped: ["a.test.ts: with the model, it finds", "b.test.ts: asks a server"], report: "" };
const needs = (model: string | null, server: string | null): Prerequisite[] => [
  { what: "the model", tests: /with the model/, missing: model },
  { what: "a server", tests: /asks a server/, missing: server },
];

test("a test is skipped for the want of what it needs, and the reason is told", () => {
  const { result: left, excuses } = excuseSkipped(result, needs("no network", "none is named"));
  expect(left).toEqual(result);
  expect(excuses).toEqual([
    { test: "a.test.ts: with the model, it finds", why: "needs the model: no network" },
    { test: "b.test.ts: asks a server", why: "needs a server: none is named" },
  ]);
});

test("a test that is skipped although everything is here has failed", () => {
  const { result: left, excuses } = excuseSkipped(result, needs(null, "none is named"));
  expect(left).toMatchObject({ passed: 3, failed: 1, skipped: ["b.test.ts: asks a server"], report: "FAILED a.test.ts: with the model, it finds: skipped, though what it needs is here" });
  expect(excuses).toHaveLength(1);
});

test("a driver may declare what it lacks", () => {
  const declared = { ...result, skipped: ["c.test.ts: runs the urgent first (skipped: no priorities)"] };
  expect(excuseSkipped(declared, [])).toEqual({ result: declared, excuses: [{ test: declared.skipped[0], why: "no priorities" }] });
});

test("a test that is skipped for no known reason has failed", () => {
  expect(excuseSkipped(result, []).result).toMatchObject({ failed: 2, skipped: [] });
});
