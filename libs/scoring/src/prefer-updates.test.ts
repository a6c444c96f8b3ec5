import { describe, expect, it } from "vitest";

import { preferUpdates } from "./prefer-updates.ts";
import type { Updatable } from "./prefer-updates.ts";
import { termCoverage } from "./term-coverage.ts";
import { TermTable } from "./term-table.ts";

/** "My dentist appointment is on Tuesday." */
const tuesday: Updatable = {
  relevance: 0.9, coverage: 1, terms: () => new Set(["dentist", "appointment", "tuesday"]), role: "user", words: 6, observedAt: 0, sessionKey: "s", position: 0, change: false, plain: true,
  refersBack: false, oldValue: [],
};
/** "The dentist moved my appointment to Friday." */
const friday = (over: Partial<Updatable> = {}): Updatable => ({
  ...tuesday, relevance: 0.75, terms: () => new Set(["dentist", "appointment", "friday"]), words: 7, observedAt: 1, position: 3, change: true, ...over,
});
const isFirst = (update: Updatable): boolean => {
  const [earlier, later] = preferUpdates([tuesday, update]);
  return later! > earlier!;
};

describe("preferUpdates", () => {
  it("puts a later change just above the statement that it changes", () => {
    const [earlier, update] = preferUpdates([tuesday, friday()]);
    expect(update! - earlier!).toBeGreaterThan(0);
    expect(update! - earlier!).toBeLessThan(0.01);
  });

  it("goes by the place in the session when both were said at the same moment", () => {
    expect(isFirst(friday({ observedAt: 0 }))).toBe(true);
  });

  it("knows an update by the old value that it names: from Tuesday to Friday", () => {
    const moved = friday({ coverage: 0.4, relevance: 0.3, oldValue: ["tuesday"] });
    expect(isFirst(moved)).toBe(true);
    expect(isFirst({ ...moved, oldValue: ["monday"] })).toBe(false);
    expect(isFirst({ ...moved, oldValue: [] })).toBe(false);
  });

  it("knows an update that refers back from close by, in the same session", () => {
    const moved = friday({ coverage: 0, relevance: 0.3, terms: () => new Set(["move", "friday"]), refersBack: true });
    expect(isFirst(moved)).toBe(true);
    expect(isFirst({ ...moved, position: 5 })).toBe(false);
    expect(isFirst({ ...moved, sessionKey: "t" })).toBe(false);
  });

  it.each([
    ["an earlier statement", { observedAt: -1 }],
    ["the assistant's words", { role: "assistant" }],
    ["a long text", { words: 61 }],
    ["another subject", { coverage: 0.5 }],
    ["something far less relevant", { relevance: 0.03, oldValue: ["tuesday"] }],
    ["a statement without a change", { change: false }],
  ] satisfies [string, Partial<Updatable>][])("leaves %s where it is", (_, over: Partial<Updatable>) => {
    expect(preferUpdates([tuesday, friday(over)])[1]).toBe(over.relevance ?? 0.75);
  });

  it("never leaves [0, 1]", () => {
    expect(preferUpdates([{ ...tuesday, relevance: 1 }, friday({ relevance: 0.9 })])[1]).toBe(1);
  });
});

describe("termCoverage", () => {
  it("weighs a term by its best score and counts only what a document holds itself", () => {
    const ref = (id: string) => ({ id, kind: "turn" as const, sessionKey: "s", position: 0, words: 3, role: "user", speaker: null });
    const coverage = termCoverage(new TermTable([{ ref: ref("a"), scores: [4, 0] }, { ref: ref("b"), scores: [2, 1] }, { ref: ref("c"), scores: [0, 0] }]));
    expect(coverage[0]).toBeCloseTo(0.8);
    expect(coverage[1]).toBe(1);
    expect(coverage[2]).toBe(0);
    expect(termCoverage(new TermTable([]))).toHaveLength(0);
  });
});
