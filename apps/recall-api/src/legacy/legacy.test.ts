import type { Memory, Turn } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { extractiveResponse } from "./extractive-response.ts";
import { importanceFromLegacy, importanceToLegacy } from "./importance.ts";
import { sourceOf, toLegacyFact } from "./legacy-fact.ts";

const memory: Memory = {
  kind: "memory", id: "m", serial: 7, namespace: "global", type: "fact", lifetime: "permanent", expiresAt: null, topic: "garden", text: "Roses need water", contentHash: "",
  importance: 0.83, confidence: 1, visibility: "shared", tags: [], project: null, speaker: null, sessionId: null, source: null, observedAt: 0, validFrom: null, validTo: null, supersededAt: null, episodeStart: null, episodeEnd: null,
  createdAt: 0, retiredAt: null, accessCount: 0, lastAccessedAt: null, reinforcedCount: 0, supersedes: null, supersededBy: null, conflictGroup: null, conflictStatus: null, provenance: [],
};
const turn: Turn = {
  kind: "turn", id: "t", serial: 8, sessionId: "s1", namespace: "global", position: 0, role: "user", speaker: null, text: "I bought roses", observedAt: 0, timed: true,
  externalId: null, contentHash: "", channel: null, agentId: null, project: null, createdAt: 0,
};

describe("importance", () => {
  it("keeps every number of the older scale through both ways, and 5 is the middle", () => {
    for (let importance = 1; importance <= 10; importance += 1) expect(importanceToLegacy(importanceFromLegacy(importance))).toBe(importance);
    expect([importanceFromLegacy(5), importanceToLegacy(0), importanceToLegacy(1)]).toEqual([0.5, 1, 10]);
  });
});

describe("a fact", () => {
  it("has the names and scales of the older middleware", () => {
    expect(toLegacyFact("anna", memory, { score: 1.2, words: 3, meaning: {} })).toEqual({
      id: 7, uuid: "m", user_id: "anna", topic: "garden", fact: "Roses need water", importance: 8, score: 1, source: "fts5",
    });
    expect(toLegacyFact("anna", { ...memory, topic: null }, { score: 0, words: 0, meaning: {} }).topic).toBe("fact");
  });

  it("made of a turn is about its speaker, else its session", () => {
    expect(toLegacyFact("anna", turn, { score: 0.5, words: 1, meaning: {} })).toMatchObject({ id: 8, topic: "s1", importance: 5 });
    expect(toLegacyFact("anna", { ...turn, speaker: "Bert" }, { score: 0.5, words: 1, meaning: {} }).topic).toBe("Bert");
  });

  it("says which legs found it", () => {
    expect(sourceOf({ score: 1, words: 2, meaning: { static: 0.4 } })).toBe("fts5+vector");
    expect(sourceOf({ score: 1, words: 0, meaning: { static: 0.4 } })).toBe("vector");
    expect(sourceOf({ score: 1, words: 2, meaning: { static: -0.1 } })).toBe("fts5");
  });
});

describe("the answer in text", () => {
  it("is the facts themselves, one a line", () => {
    expect(extractiveResponse([{ topic: "garden", fact: "Roses\n need   water" }, { topic: "Bert", fact: "He keeps bees" }])).toBe("- [garden] Roses need water\n- [Bert] He keeps bees");
    expect(extractiveResponse([])).toMatch(/^Nothing/);
  });
});
