import type { Entity, IdSource, Realm, Turn } from "@memory-cortex/models";
import type { EntityWrite, GraphWrites, Mention, MemoryWrite, NewRelation, Store } from "@memory-cortex/store";
import { contentHash, entityKey } from "@memory-cortex/text";

import type { CandidateEntity, CaptureCandidate } from "../capture/candidate.ts";
import { withoutTitle } from "./close-names.ts";
import { extractEntities } from "./extract-entities.ts";
import { kindEntities, kindRelations } from "./kind-relations.ts";
import type { NameMerge } from "./merge-names.ts";
import { entitiesOfFacts, relationsOf } from "./relations-of.ts";
import { resolveEntities } from "./resolve-entities.ts";
import type { CloseName } from "./resolve-entities.ts";
import { namesInTurns, speakersOf } from "./window-names.ts";
import type { DocumentNames } from "./window-names.ts";

/** What a capture has read and decided. */
export interface GraphInput {
  turns: readonly Turn[];
  context?: readonly Turn[];
  candidates: readonly CaptureCandidate[];
  /** What became of the candidates. */
  writes: readonly MemoryWrite[];
  /** Names in the turns, where somebody else has found them already. */
  names?: readonly DocumentNames[];
  /** What {@link entitiesNamed} gave for the same; read when it is not given. */
  known?: readonly Entity[];
}

export interface GraphContext {
  store: Pick<Store, "findNamed" | "listEntities">;
  ids: IdSource;
  realm: Realm;
  at: number;
  signal?: AbortSignal;
  /** Nobody waits for it. */
  patient?: boolean;
}

type NameContext = Pick<GraphContext, "store" | "realm" | "signal" | "patient">;

/** What a commit adds to the graph, and what is to be asked once it is written. */
export interface GraphParts extends GraphWrites {
  /** New entities that are one with a known one by a close name: an entity of its own that is merged, so that it can be undone. */
  merges: NameMerge[];
  /** New entities of which nobody knows whether they are one of several known ones. */
  ambiguous: CloseName[];
}

/** A memory that the commit writes or that gains turns, with the candidate that it comes from. */
interface WrittenMemory {
  id: string;
  /** Whether the commit makes it; the facts of a known one are known. */
  isNew: boolean;
  candidate: CaptureCandidate;
}

/** Close names are looked up one by one; of a window with more new people the rest stay as they are written. */
const MOST_LOOKED_UP = 12;
const CLOSE_LIMIT = 20;

/**
 * The graph part of a capture: entities, which turns and memories mention them, and the facts of new memories as relations. Makes no
 * decision about memories, and reads names only.
 */
export async function graphPartsOf(context: GraphContext, input: GraphInput): Promise<GraphParts> {
  const named = input.names ?? namesInTurns(input);
  const memories = writtenMemories(input);
  const speakers = speakersIn(input);
  const ofMemories = memories.map(({ id, candidate }): DocumentNames => ({ documentId: id, entities: namesOfCandidate(candidate, speakers) }));
  const all = [...named, ...ofMemories];
  // What a memory says of kinds its turns have said already, where it rests on any.
  const alone = new Set(memories.filter(({ isNew, candidate }) => isNew && candidate.turnIds.length === 0).map(({ id }) => id));
  const telling = [...named, ...ofMemories.filter(({ documentId }) => alone.has(documentId))];
  const found = [...entitiesIn(all), ...kindEntities(entitiesIn(telling))];
  const known = input.known ?? (await knownEntities(context, found));
  const { idOf, writes, merges, ambiguous } = resolveEntities({ found, known, nextId: () => context.ids.next() });
  const told = memories.filter(({ isNew }) => isNew).flatMap((memory) => relationsOfMemory(context, memory, idOf));
  const kinds = kindRelations(telling, { memories: alone, idOf, at: context.at });
  return {
    entities: writes.map((write): EntityWrite => write),
    mentions: mentionsOf(all, idOf),
    relations: [...told, ...kinds].map((relation) => ({ action: "create", relation })),
    merges,
    ambiguous,
  };
}

/** Known entities that the turns or any of the candidates may mean: can be read while it is still being decided what becomes of these. */
export async function entitiesNamed(context: NameContext, input: Omit<GraphInput, "writes" | "known">): Promise<Entity[]> {
  const speakers = speakersIn(input);
  const named = input.names ?? namesInTurns(input);
  const found = [...entitiesIn(named), ...input.candidates.flatMap((candidate) => namesOfCandidate(candidate, speakers))];
  return knownEntities(context, [...found, ...kindEntities(found)]);
}

const entitiesIn = (named: readonly DocumentNames[]): CandidateEntity[] => named.flatMap(({ entities }) => entities);

const speakersIn = ({ context = [], turns }: Pick<GraphInput, "context" | "turns">): string[] => speakersOf([...context, ...turns]);

/** What a candidate names: by its model or rules, its facts, its words, and who says it. */
function namesOfCandidate({ text, speaker, entities, facts }: CaptureCandidate, speakers: readonly string[]): CandidateEntity[] {
  const teller: CandidateEntity[] = speaker === null ? [] : [{ name: speaker, type: "person", aliases: [] }];
  return [...teller, ...entities, ...entitiesOfFacts(facts), ...extractEntities(text, { speaker, speakers })];
}

function relationsOfMemory({ ids, at }: GraphContext, { id, candidate }: WrittenMemory, idOf: ReadonlyMap<string, string>): NewRelation[] {
  const source = { memoryId: id, turnId: candidate.turnIds[0] ?? null, at, confidence: candidate.confidence };
  const validity = { validFrom: candidate.validFrom, validTo: candidate.validTo };
  const facts = candidate.facts.map((fact) => ({ ...fact, validFrom: fact.validFrom ?? validity.validFrom, validTo: fact.validTo ?? validity.validTo }));
  return relationsOf(facts, { idOf, source, nextId: () => ids.next() });
}

function mentionsOf(named: readonly DocumentNames[], idOf: ReadonlyMap<string, string>): Mention[] {
  return named.flatMap(({ documentId, entities }) => {
    const ids = new Set(entities.map(({ name }) => idOf.get(entityKey(name)) ?? idOf.get(entityKey(withoutTitle(name)))));
    return [...ids].filter((id) => id !== undefined).map((entityId) => ({ entityId, documentId }));
  });
}

/** Which memory each candidate became or went into. One that was left out became none. */
function writtenMemories({ candidates, writes }: GraphInput): WrittenMemory[] {
  const byHash = new Map(candidates.map((candidate) => [contentHash(candidate.text), candidate]));
  return writes.flatMap((write): WrittenMemory[] => {
    if ("memory" in write) {
      const candidate = byHash.get(write.memory.contentHash);
      return candidate === undefined ? [] : [{ id: write.memory.id, isNew: true, candidate }];
    }
    const candidate = candidates.find(({ turnIds }) => turnIds.some((id) => write.turnIds.includes(id)));
    return candidate === undefined || write.action === "end" ? [] : [{ id: write.memoryId, isNew: false, candidate }];
  });
}

/** Entities of the realm with one of the names, and people whose name may be a close one, as they were written. */
async function knownEntities({ store, realm, signal, patient = false }: NameContext, found: readonly CandidateEntity[]): Promise<Entity[]> {
  const keys = new Set(found.flatMap(({ name, aliases }) => [name, ...aliases, withoutTitle(name)].map(entityKey)).filter((key) => key !== ""));
  if (keys.size === 0) return [];
  const options = { patient, ...(signal === undefined ? {} : { signal }) };
  const exact = await store.findNamed(realm, [...keys], options);
  const met = new Set(exact.flatMap(({ name, aliases }) => [name, ...aliases].map(entityKey)));
  const people = found.filter(({ name, type }) => type === "person" && !met.has(entityKey(name))).map(({ name }) => entityKey(withoutTitle(name)).split(" ")[0] ?? "");
  const looked = [...new Set(people)].filter((first) => first.length > 2).slice(0, MOST_LOOKED_UP);
  const close = await Promise.all(looked.map((first) => store.listEntities(realm, { query: first, type: "person", limit: CLOSE_LIMIT }, options)));
  const closeKeys = close.flatMap(({ items }) => items).flatMap(({ name, aliases }) => [name, ...aliases]).map(entityKey);
  const asWritten = closeKeys.length === 0 ? [] : await store.findNamed(realm, [...new Set(closeKeys)], options);
  const all = new Map([...exact, ...asWritten].map((entity) => [entity.id, entity]));
  return [...all.values()];
}
