import { realmOf } from "@memory-cortex/models";
import type { NewMemory } from "@memory-cortex/store";
import { analyse, contentHash, countWords } from "@memory-cortex/text";

import type { Service } from "./open-service.ts";

const NOW = Date.UTC(2026, 5, 1);

export function memoryOf(id: string, text: string): NewMemory {
  return {
    id, type: "fact", lifetime: "permanent", expiresAt: null, topic: null, text, contentHash: contentHash(text), importance: 0.5, confidence: 0.8, visibility: "private",
    tags: [], project: null, speaker: null, sessionId: null, source: null, observedAt: NOW, validFrom: null, validTo: null, episodeStart: null, episodeEnd: null,
    createdAt: NOW, supersedes: null, provenance: [], terms: analyse(text), words: countWords(text), signals: 0,
  };
}

/** Two memories of a user that cannot both be true, and an entity that both mention, with a fact about it. */
export async function keepConflict(service: Service, userId: string, { name, texts }: { name: string; texts: [string, string] }): Promise<{ group: string; memories: [string, string]; entity: string }> {
  const [first, second] = [`${userId}-1`, `${userId}-2`];
  const entity = `${userId}-entity`;
  await service.store.writeMemory(realmOf(userId), { action: "create", memory: memoryOf(first, texts[0]) });
  await service.store.commitMemories(realmOf(userId), {
    writes: [{ action: "conflict", memory: memoryOf(second, texts[1]), with: [first], group: `${userId}-group`, at: NOW }],
    entities: [{ id: entity, name, type: "project", aliases: [`the ${name} plan`] }],
    mentions: [first, second].map((documentId) => ({ entityId: entity, documentId })),
    relations: [{ action: "create", relation: {
      id: `${userId}-relation`, subjectId: entity, predicate: "LOCATED_IN", objectId: null, object: "the cellar", validFrom: NOW, validTo: null, createdAt: NOW, memoryId: first,
      turnId: null, confidence: 0.8,
    } }],
  });
  return { group: `${userId}-group`, memories: [first, second], entity };
}
