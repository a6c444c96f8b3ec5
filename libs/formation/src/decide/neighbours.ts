import type { Memory, Realm } from "@memory-cortex/models";
import type { CallOptions, Store } from "@memory-cortex/store";
import { analyseQuery, entityKey } from "@memory-cortex/text";

import type { CandidateFact } from "../capture/candidate.ts";
import type { Reading } from "./reading.ts";
import { isFunctional, usualPredicate } from "./slot-patterns.ts";
import { slotTerms } from "./slot-terms.ts";

export interface NeighbourContext {
  store: Pick<Store, "findRelations" | "searchText" | "searchVector" | "activeSpaces" | "weighting" | "getDocuments" | "findByContentHash">;
  realm: Realm;
  at: number;
  /** Vectors of the candidates in a space that serves; none: words and slots alone. */
  vectorIn?: VectorIn;
  signal?: AbortSignal;
  /** Nobody waits for it. */
  patient?: boolean;
}

/** The vector of a text in a space that serves recall; null when there is none. */
export type VectorIn = (realm: Realm, text: string, signal?: AbortSignal) => Promise<{ spaceId: number; vector: Float32Array } | null>;

/** A memory near a candidate. */
export interface Neighbour {
  memory: Memory;
  /** Facts that were stored with it. */
  facts: CandidateFact[];
}

/** What the calls to the store are told. */
export const callOptions = ({ signal, patient }: Pick<NeighbourContext, "signal" | "patient">): CallOptions => ({ ...(signal === undefined ? {} : { signal }), ...(patient === undefined ? {} : { patient }) });

/** Of each way of finding: by words, by meaning. */
export const NEIGHBOURS = 20;

/**
 * Memories that a statement has to be decided against: those that fill its slots, those with its words (ended ones too, which tell what was
 * true before), and those near it in meaning.
 */
export async function findNeighbours(context: NeighbourContext, { reading, hash, hints }: { reading: Reading; hash: string; hints: readonly string[] }): Promise<Neighbour[]> {
  const { store, realm, at, vectorIn, signal } = context;
  const options = callOptions(context);
  const filter = { kinds: ["memory"] as const, now: at };
  const own = analyseQuery(reading.said);
  const filling = slotTerms(reading);
  const byWords = async (terms: readonly string[], includeHistory: boolean): Promise<string[]> =>
    terms.length === 0 ? [] : (await store.searchText(realm, { terms, filter: { ...filter, includeHistory }, limit: NEIGHBOURS, window: 0 }, options)).map(({ ref }) => ref.id);
  const byMeaning = async (): Promise<string[]> => {
    const query = await vectorIn?.(realm, reading.text, signal);
    return query == null ? [] : (await store.searchVector(realm, { ...query, filter: { ...filter, includeHistory: false }, limit: NEIGHBOURS, window: 0 }, options)).map(({ ref }) => ref.id);
  };
  const [relations, same, current, filled, history, meant] = await Promise.all([
    slotRelations(context, reading),
    store.findByContentHash(realm, [hash], options),
    byWords(own, false),
    byWords(filling, false),
    reading.facts.length > 0 ? byWords([...new Set([...own, ...filling])], true) : [],
    byMeaning(),
  ]);
  const ids = new Set([...same.map(({ id }) => id), ...relations.keys(), ...hints, ...current, ...filled, ...meant, ...history]);
  const memories = (await store.getDocuments(realm, [...ids], options)).filter((document) => document.kind === "memory");
  return memories.map((memory) => ({ memory, facts: relations.get(memory.id) ?? [] }));
}

/** Stored facts that fill slots of the statement, by the memory that they came with. */
async function slotRelations(context: NeighbourContext, { facts }: Reading): Promise<Map<string, CandidateFact[]>> {
  const slots = facts.filter(({ predicate }) => isFunctional(predicate) || predicate === "USES");
  const found = new Map<string, CandidateFact[]>();
  if (slots.length === 0) return found;
  const { store, realm, at } = context;
  const query = { subjectKeys: [...new Set(slots.map(({ subject }) => entityKey(subject)))], predicates: [...new Set(slots.flatMap(({ predicate }) => [predicate, usualPredicate(predicate)]))], now: at };
  for (const { relation, subjectKeys } of await store.findRelations(realm, query, callOptions(context))) {
    const [subject] = subjectKeys;
    if (relation.memoryId === null || subject === undefined) continue;
    const { predicate, object, validFrom, validTo } = relation;
    const facts = found.get(relation.memoryId) ?? [];
    found.set(relation.memoryId, [...facts, { subject, predicate, object, negated: false, validFrom, validTo }]);
  }
  return found;
}
