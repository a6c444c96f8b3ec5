import { describe, expect, it } from "vitest";

import type { CandidateFact } from "../capture/candidate.ts";
import { predicateOf, RELATION_TYPES } from "./predicates.ts";
import { entitiesOfFacts, relationsOf } from "./relations-of.ts";

const fact = (subject: string, predicate: string, object: string, over: Partial<CandidateFact> = {}): CandidateFact => ({ subject, predicate, object, negated: false, validFrom: null, validTo: null, ...over });
const source = { memoryId: "m", turnId: "t", at: 7, confidence: 0.9 };
let last = 0;
const relate = (facts: CandidateFact[], ids: Record<string, string>) => relationsOf(facts, { idOf: new Map(Object.entries(ids)), source, nextId: () => `r${(last += 1)}` });

describe("relations of facts", () => {
  it("tie a subject to an object, which is an entity where it is known", () => {
    const facts = [fact("Ruth", "LIVES_IN", "Lisbon", { validFrom: 5 }), fact("Ruth", "HAS_ROLE", "a nurse")];
    expect(relate(facts, { ruth: "e1", lisbon: "e2" })).toMatchObject([
      { subjectId: "e1", predicate: "LIVES_IN", objectId: "e2", object: "Lisbon", validFrom: 5, validTo: null, createdAt: 7, memoryId: "m", turnId: "t", confidence: 0.9 },
      { subjectId: "e1", predicate: "HAS_ROLE", objectId: null, object: "a nurse" },
    ]);
  });

  it("are not made of what is denied, said twice, empty, or about nobody known", () => {
    const facts = [fact("Ruth", "WORKS_AT", "Acme", { negated: true }), fact("Ruth", "works at", "Acme"), fact("ruth", "WORKS_AT", "ACME"), fact("Ruth", "  ", "x"), fact("Ruth", "OWNS", " "), fact("Nobody", "OWNS", "a boat")];
    expect(relate(facts, { ruth: "e1" })).toMatchObject([{ predicate: "WORKS_AT", object: "Acme" }]);
  });

  it("make entities of subjects, and of objects that are names where the predicate asks for one", () => {
    const facts = [fact("user", "LIVES_IN", "Lisbon"), fact("Ruth", "HAS_ROLE", "Nurse"), fact("Ruth", "WORKS_AT", "home"), fact("Nightjar", "DEADLINE_OF", "Friday"), fact("Olaf", "LIVES_IN", "Oslo", { negated: true })];
    expect(entitiesOfFacts(facts)).toEqual([
      { name: "user", type: "person", aliases: [] }, { name: "Lisbon", type: "place", aliases: [] },
      { name: "Ruth", type: "person", aliases: [] }, { name: "Ruth", type: "person", aliases: [] }, { name: "Nightjar", type: "concept", aliases: [] },
    ]);
  });
});

describe("predicates", () => {
  it.each([["works at", "WORKS_AT"], ["WORKS_AT", "WORKS_AT"], ["lives in", "LIVES_IN"], ["wife of", "MARRIED_TO"], ["Allergic to", "ALLERGIC_TO"], ["plays with!", "PLAYS_WITH"], ["…", ""], ["Größe von", "GRÖSSE_VON"]])("%s is %s", (words, predicate) => expect(predicateOf(words)).toBe(predicate));

  it("every known type stays what it is, and free ones are bounded", () => {
    for (const type of Object.keys(RELATION_TYPES)) expect(predicateOf(type)).toBe(type);
    expect(predicateOf("very ".repeat(50)).length).toBeLessThanOrEqual(40);
  });
});
