import { describe, expect, it } from "vitest";

import { answerability, mayBeKnown } from "./answerability.ts";
import { Neighbourhood } from "./neighbourhood.ts";
import { bestWindowCoverage } from "./term-coverage.ts";
import { TermTable } from "./term-table.ts";

describe("answerability", () => {
  it("grows with the words and the meaning that fit", () => {
    expect(answerability({ coverage: 1, cosine: 0.6 })).toBeGreaterThan(0.9);
    expect(answerability({ coverage: 0.5, cosine: 0.5 })).toBeGreaterThan(answerability({ coverage: 0.3, cosine: 0.5 }));
    expect(answerability({ coverage: 0.3, cosine: 0.6 })).toBeGreaterThan(answerability({ coverage: 0.3, cosine: 0.4 }));
  });

  it("lets a paraphrase without a common word through on meaning alone, and nothing else", () => {
    expect(mayBeKnown({ coverage: 0, cosine: 0.42 })).toBe(true);
    expect(mayBeKnown({ coverage: 0, cosine: 0.3 })).toBe(false);
    expect(mayBeKnown({ coverage: 0, cosine: null })).toBe(false);
    expect(answerability({ coverage: 0.8, cosine: null })).toBeGreaterThan(0.5);
  });

  it("is enough with few words where nothing else answered", () => {
    expect(mayBeKnown({ coverage: 0.1, cosine: null })).toBe(true);
    expect(mayBeKnown({ coverage: 0.1, cosine: 0.1 })).toBe(false);
  });
});

describe("bestWindowCoverage", () => {
  const row = (position: number, scores: number[], sessionKey = "s") => ({
    ref: { id: `${sessionKey}${position}`, kind: "turn" as const, sessionKey, position, words: 4, role: "user", speaker: null },
    scores,
  });

  const coverageOf = (...rows: ReturnType<typeof row>[]) => bestWindowCoverage(new TermTable(rows), new Neighbourhood(rows.map(({ ref }) => ref)));

  it("counts terms that stand together within two places of a session", () => {
    expect(coverageOf(row(0, [2, 0]), row(2, [0, 2]))).toBe(1);
    expect(coverageOf(row(0, [2, 0]), row(3, [0, 2]))).toBe(0.5);
    expect(coverageOf(row(0, [2, 0]), row(1, [0, 2], "t"))).toBe(0.5);
  });

  it("counts a term that nothing holds as much as the rarest", () => {
    expect(coverageOf(row(0, [3, 0]))).toBe(0.5);
    expect(coverageOf()).toBe(0);
  });
});
