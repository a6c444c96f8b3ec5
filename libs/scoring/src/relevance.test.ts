import { describe, expect, it } from "vitest";

import { addSessionPrior } from "./session-prior.ts";
import { askedSpeaker, speakerBoost } from "./speaker-boost.ts";
import { borrowWords } from "./borrow-words.ts";
import { damping } from "./damping.ts";
import { fuseLegs, legWeights } from "./fuse-legs.ts";
import { smoothMeaning } from "./smooth-meaning.ts";
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
  it("gives a short turn the terms that only its neighbour has", () => {
    const scores = borrowWords([{ ref: turn("1"), scores: [3, 0] }, { ref: turn("2"), scores: [0, 2] }]);
    // 3 (own) and .4 · 2 (borrowed), each with .3 of what its neighbour lends.
    expect(scores.get("1")).toBeCloseTo(3 + 0.8 + 0.3 * 0.8);
    expect(scores.get("2")).toBeCloseTo(2 + 1.2 + 0.3 * 1.2);
  });

  it("lets a turn without any matching word be found beside a match, but not far away or in another session", () => {
    const scores = borrowWords([
      { ref: turn("1"), scores: [4] },
      { ref: turn("3"), scores: [0] },
      { ref: turn("5"), scores: [0] },
      { ref: turn("2", { id: "other", sessionKey: "t" }), scores: [0] },
    ]);
    expect(scores.get("3")).toBeCloseTo(4 * 0.2 * 1.3);
    expect(scores.has("5")).toBe(false);
    expect(scores.has("other")).toBe(false);
  });

  it("lends a long turn next to nothing", () => {
    const scores = borrowWords([{ ref: turn("1"), scores: [4] }, { ref: turn("2", { words: 599 }), scores: [0] }]);
    expect(scores.get("2")).toBeLessThan(0.03);
  });

  it("leaves documents outside a session with their own score", () => {
    const memory = turn("1", { kind: "memory", sessionKey: null, position: null });
    expect(borrowWords([{ ref: memory, scores: [1, 2] }]).get("1")).toBe(3);
  });
});

describe("smoothMeaning", () => {
  it("adds a fifth of the better neighbour and never goes below 0", () => {
    const smoothed = smoothMeaning([{ ref: turn("1"), cosine: 0.5 }, { ref: turn("2"), cosine: -0.3 }, { ref: turn("3"), cosine: 0.8 }]);
    expect(smoothed.get("1")).toBeCloseTo(0.5);
    expect(smoothed.get("2")).toBeCloseTo(0.2 * 0.8);
  });
});

describe("fuseLegs", () => {
  it("scales each leg by its maximum and stays in [0, 1]", () => {
    const fused = fuseLegs([
      { name: "words", weight: 0.6, scores: new Map([["a", 20], ["b", 10]]) },
      { name: "meaning", weight: 0.4, scores: new Map([["b", 0.5], ["c", 0.25]]) },
    ]);
    expect(fused.get("a")).toBeCloseTo(0.6);
    expect(fused.get("b")).toBeCloseTo(0.7);
    expect(fused.get("c")).toBeCloseTo(0.2);
  });

  it("shares the weight of a leg that did not answer among the others", () => {
    const fused = fuseLegs([{ name: "words", weight: 0.6, scores: new Map([["a", 2]]) }, { name: "meaning", weight: 0.4, scores: new Map() }]);
    expect(fused.get("a")).toBeCloseTo(1);
  });

  it("keeps a total weight of 1 for any number of spaces", () => {
    for (const spaces of [0, 1, 2, 3]) {
      const { words, meaning } = legWeights(spaces);
      expect(words + meaning * Math.max(1, spaces)).toBeCloseTo(1);
    }
  });
});

describe("addSessionPrior", () => {
  it("raises every candidate of a session by a fifth of its best", () => {
    const raised = addSessionPrior([turn("1"), turn("2"), turn("9", { sessionKey: "t" })], new Map([["1", 1], ["2", 0.1], ["9", 0.3]]));
    expect(raised.get("1")).toBeCloseTo(1.2);
    expect(raised.get("2")).toBeCloseTo(0.3);
    expect(raised.get("9")).toBeCloseTo(0.36);
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
