import type { EntityType } from "@memory-cortex/models";
import type { NewRelation } from "@memory-cortex/store";
import { entityKey } from "@memory-cortex/text";

import type { CandidateEntity, CandidateFact } from "../capture/candidate.ts";
import { kindsOf, predicateOf } from "./predicates.ts";

/** What a fact rests on. */
export interface FactSource {
  memoryId: string;
  turnId: string | null;
  /** Epoch milliseconds. */
  at: number;
  /** 0–1 */
  confidence: number;
}

const LONGEST_NAME = 60;
const LIKE_A_NAME = /^(?:the )?[\p{Lu}\p{N}]|^[a-z]+\p{Lu}/u;

/** The things that facts are about, so that they become entities: every subject, and objects that are written like names. */
export function entitiesOfFacts(facts: readonly CandidateFact[]): CandidateEntity[] {
  return facts.filter(isPositive).flatMap((fact) => {
    const kinds = kindsOf(predicateOf(fact.predicate));
    const subject = named(fact.subject, entityKey(fact.subject) === "user" ? "person" : kinds.subject);
    return [...subject, ...(LIKE_A_NAME.test(fact.object) ? objectOf(fact.object, kinds.object) : [])];
  });
}

/** A plain word ("Tuesday", "A nurse") is an entity only where the predicate asks for one. */
function objectOf(object: string, kind: EntityType | null): CandidateEntity[] {
  return kind === null ? [] : named(object, kind);
}

function named(name: string, type: EntityType): CandidateEntity[] {
  const plain = name.trim().replaceAll(/\s+/gu, " ");
  return plain.length > LONGEST_NAME || entityKey(plain) === "" ? [] : [{ name: plain, type, aliases: [] }];
}

/** What is denied is no relation: "does not work at Acme" ties nobody to Acme. */
const isPositive = ({ negated, subject, predicate, object }: CandidateFact): boolean => !negated && entityKey(subject) !== "" && predicateOf(predicate) !== "" && object.trim() !== "";

export interface Relating {
  /** Entity by key of each name. */
  idOf: ReadonlyMap<string, string>;
  source: FactSource;
  nextId: () => string;
}

/** Facts as subject–predicate–object; the object is an entity where one has its name. Facts whose subject is none are left out. */
export function relationsOf(facts: readonly CandidateFact[], { idOf, source, nextId }: Relating): NewRelation[] {
  const relations = new Map<string, NewRelation>();
  for (const fact of facts.filter(isPositive)) {
    const subjectId = idOf.get(entityKey(fact.subject));
    if (subjectId === undefined) continue;
    const predicate = predicateOf(fact.predicate);
    const object = fact.object.trim();
    const key = JSON.stringify([subjectId, predicate, entityKey(object)]);
    if (relations.has(key)) continue;
    const { validFrom, validTo } = fact;
    relations.set(key, { id: nextId(), subjectId, predicate, objectId: idOf.get(entityKey(object)) ?? null, object, validFrom, validTo, createdAt: source.at, memoryId: source.memoryId, turnId: source.turnId, confidence: source.confidence });
  }
  return [...relations.values()];
}
