import { describe, expect, it } from "vitest";

import { DEADLINE_MS, violationOf } from "./questions.ts";

const STATEMENT = "I always take train number 6 of ada-ids-1 to work.";
const asked = { statement: STATEMENT, userId: "ada", storeAway: false };
const answer = (texts: readonly string[], parts: readonly string[] = [], more: object = {}) => ({ status: 200, milliseconds: 20, body: { items: texts.map((text) => ({ text })), degraded: parts.map((part) => ({ part, reason: "late" })) }, ...more });

describe("violationOf", () => {
  it("takes what was found, and what is honestly left out", () => {
    expect(violationOf(answer([STATEMENT]), asked)).toBeNull();
    expect(violationOf(answer([`Ada: ${STATEMENT}`, "ok"], ["meaning:ollama"]), asked)).toBeNull();
    expect(violationOf(answer([], ["words"]), asked)).toBeNull();
  });

  it("takes a 503 only while the store is away", () => {
    const refused = { status: 503, milliseconds: 20, body: { items: [], degraded: [], code: "store_unavailable" } };
    expect(violationOf(refused, { ...asked, storeAway: true })).toBeNull();
    expect(violationOf(refused, asked)).toMatch(/store_unavailable/);
    expect(violationOf({ ...refused, body: { ...refused.body, code: "internal" } }, { ...asked, storeAway: true })).toMatch(/internal/);
  });

  it.each([
    ["an answer without what was said", answer(["ok"]), /not found/],
    ["the same where only meaning is away", answer([], ["meaning:ollama"]), /not found/],
    ["another user's text", answer([STATEMENT, "I always take train number 6 of bob-whole-1 to work."]), /another user's/],
    ["a late answer", answer([STATEMENT], [], { milliseconds: DEADLINE_MS + 60_000 }), /took/],
    ["a failure", { ...answer([]), status: 500 }, /500/],
  ])("finds %s", (_name, given, what) => {
    expect(violationOf(given, asked)).toMatch(what);
  });
});
