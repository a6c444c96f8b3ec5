import { KIND_PREDICATE } from "@memory-cortex/store";
import type { NewRelation } from "@memory-cortex/store";
import { contentHash, entityKey, kindName } from "@memory-cortex/text";

import type { CandidateEntity } from "../capture/candidate.ts";
import type { DocumentNames } from "./window-names.ts";

/** What the rules believe of the words around a name. */
const CONFIDENCE = 0.7;

/** The entities that stand for the kinds of what was named, each once. */
export function kindEntities(entities: readonly CandidateEntity[]): CandidateEntity[] {
  const kinds = new Set(entities.flatMap(({ kinds: own = [] }) => own));
  return [...kinds].map((kind) => ({ name: kindName(kind), type: "concept", aliases: [] }));
}

export interface KindSource {
  /** Documents that are memories; the others are turns. */
  memories: ReadonlySet<string>;
  /** Entity by key of each name. */
  idOf: ReadonlyMap<string, string>;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * What is of which kind, as relations that lead from a noun of a question to the names that turns mention. However many turns say it, it is written
 * once: the id follows from what is said. A memory says it for itself, because it ends with the memory.
 */
export function kindRelations(named: readonly DocumentNames[], { memories, idOf, at }: KindSource): NewRelation[] {
  const relations = new Map<string, NewRelation>();
  for (const { documentId, entities } of named) {
    const memoryId = memories.has(documentId) ? documentId : null;
    for (const { name, kinds = [] } of entities) {
      const subjectId = idOf.get(entityKey(name));
      for (const kind of kinds) {
        const objectId = idOf.get(entityKey(kindName(kind)));
        if (subjectId === undefined || objectId === undefined) continue;
        const id = contentHash(JSON.stringify([subjectId, KIND_PREDICATE, objectId, memoryId]));
        const turnId = memoryId === null ? documentId : null;
        if (!relations.has(id)) relations.set(id, { id, subjectId, predicate: KIND_PREDICATE, objectId, object: kind, validFrom: null, validTo: null, createdAt: at, memoryId, turnId, confidence: CONFIDENCE });
      }
    }
  }
  return [...relations.values()];
}
