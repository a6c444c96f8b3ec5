import { describe, expect, it } from "vitest";

import { addSessionPrior } from "./session-prior.ts";
import { askedSpeaker, speakerBoost } from "./speaker-boost.ts";
import { borrowWords } from "./borrow-words.ts";
import { damping } from "./damping.ts";
import { fuseLegs, legWeights } from "./fuse-legs.ts";
import { Neighbourhood } from "./neighbourhood.ts";
import { smoothMeaning } from "./smooth-meaning.ts";
import { TermTable } from "./term-table.ts";
import type { TermScores } from "./term-table.ts";
import type { Candidate } from "./candidate.ts";

const turn = (id: string, over: Partial<Candidate> = {}): Candidate => ({
  id, kind: "turn", sessionKey: "s", position: Number(id), words: 5, role: "user", speaker: null, ...over,
});

describe("damping", () => {
  it("is 1 for short turns and falls with the square of the length", () => {
    expect(damping(5)).toBe(1);
    expect(damping(59)).toBe(1);
    expect(damping(119)).toBeCloseTo(0.25);
  });
});

describe("borrowWords", () => {
  const around = (candidates: Candidate[]) => ({ candidates, neighbourhood: new Neighbourhood(candidates) });
  const borrowed = (...rows: TermScores[]) => [...borrowWords(new TermTable(rows), around(rows.map(({ ref }) => ref)))];

  it("gives a short turn the terms that only its neighbour has", () => {
    const scores = borrowed({ ref: turn("1"), scores: [3, 0] }, { ref: turn("2"), scores: [0, 2] });
    // 3 (own) and .4 · 2 (borrowed), each with .3 of what its neighbour lends.
    expect(scores[0]).toBeCloseTo(3 + 0.8 + 0.3 * 0.8);
    expect(scores[1]).toBeCloseTo(2 + 1.2 + 0.3 * 1.2);
  });

  it("lets a turn without any matching word be found beside a match, but not far away or in another session", () => {
    const [, near, far, elsewhere] = borrowed(
      { ref: turn("1"), scores: [4] },
      { ref: turn("3"), scores: [0] },
      { ref: turn("5"), scores: [0] },
      { ref: turn("2", { id: "other", sessionKey: "t" }), scores: [0] },
    );
    expect(near).toBeCloseTo(4 * 0.2 * 1.3);
    expect(far).toBe(0);
    expect(elsewhere).toBe(0);
  });

  it("lends a long turn next to nothing", () => {
    expect(borrowed({ ref: turn("1"), scores: [4] }, { ref: turn("2", { words: 599 }), scores: [0] })[1]).toBeLessThan(0.03);
  });

  it("leaves documents outside a session with their own score", () => {
    const memory = turn("1", { kind: "memory", sessionKey: null, position: null });
    expect(borrowed({ ref: memory, scores: [1, 2] })).toEqual([3]);
  });

  it("borrows nothing of candidates that other legs brought", () => {
    const rows = [{ ref: turn("1"), scores: [1] }];
    expect([...borrowWords(new TermTable(rows), around([turn("1"), turn("2")]))]).toEqual([1]);
  });
});

describe("smoothMeaning", () => {
  it("adds a fifth of the better neighbour, never goes below 0 and leaves the unknown unknown", () => {
    const candidates = [turn("1"), turn("2"), turn("3"), turn("7")];
    const smoothed = smoothMeaning(Float64Array.of(0.5, -0.3, 0.8, NaN), { candidates, neighbourhood: new Neighbourhood(candidates) });
    expect(smoothed[0]).toBeCloseTo(0.5);
    expect(smoothed[1]).toBeCloseTo(0.2 * 0.8);
    expect(smoothed[3]).toBeNaN();
  });
});

describe("fuseLegs", () => {
  it("scales each leg by its maximum and stays in [0, 1]", () => {
    const fused = fuseLegs([
      { weight: 0.6, scores: Float64Array.of(20, 10, NaN, NaN) },
      { weight: 0.4, scores: Float64Array.of(NaN, 0.5, 0.25, NaN) },
    ], 4);
    expect(fused[0]).toBeCloseTo(0.6);
    expect(fused[1]).toBeCloseTo(0.7);
    expect(fused[2]).toBeCloseTo(0.2);
    expect(fused[3]).toBeNaN();
  });

  it("shares the weight of a leg that did not answer among the others", () => {
    const fused = fuseLegs([{ weight: 0.6, scores: Float64Array.of(2) }, { weight: 0.4, scores: Float64Array.of(NaN) }], 1);
    expect(fused[0]).toBeCloseTo(1);
  });

  it("keeps a total weight of 1 for any number of spaces", () => {
    for (const spaces of [0, 1, 2, 3]) {
      const { words, meaning } = legWeights(spaces);
      expect(words + meaning * Math.max(1, spaces)).toBeCloseTo(1);
    }
  });
});

describe("addSessionPrior", () => {
  it("raises every candidate of a session by a fifth of its best, and what has no session by its own", () => {
    const candidates = [turn("1"), turn("2"), turn("9", { sessionKey: "t" }), turn("4", { sessionKey: null }), turn("5")];
    const raised = addSessionPrior(candidates, Float64Array.of(1, 0.1, 0.3, 0.5, NaN));
    expect([...raised].map((score) => Math.round(score * 1e6) / 1e6)).toEqual([1.2, 0.3, 0.36, 0.6, NaN]);
  });
});

describe("speakerBoost", () => {
  const speakers = ["Caroline Lee", "Bob", "user"];

  it("boosts the turns of the one speaker named, by first or full name", () => {
    const asked = askedSpeaker("What did Caroline's mother say?", speakers);
    expect(asked.named).toBe("Caroline Lee");
    expect(speakerBoost(turn("1", { speaker: "Caroline Lee" }), asked)).toBe(1.4);
    expect(speakerBoost(turn("1", { speaker: "Bob" }), asked)).toBe(1);
  });

  it("boosts nobody when two are named, nor for role words or parts of words", () => {
    expect(askedSpeaker("What did Bob tell Caroline?", speakers).named).toBeNull();
    expect(askedSpeaker("Which user bobbed?", speakers).named).toBeNull();
  });

  it.each(["When is my flight?", "what did I say", "Where do we’ve a table?"])("boosts the user's own turns for %j", (question) => {
    expect(speakerBoost(turn("1"), askedSpeaker(question, []))).toBe(1.2);
  });

  it("does not take other words for the first person", () => {
    expect(askedSpeaker("Is the mining museum in Mytown open? II.", []).firstPerson).toBe(false);
  });
});
