import { embedderRegistry } from "@memory-cortex/embedding";
import { realmOf, uuidV7Source } from "@memory-cortex/models";
import { recallRequest } from "@memory-cortex/models/wire";
import { createMemoryStore } from "@memory-cortex/store";
import type { NewMemory } from "@memory-cortex/store";
import { analyse, contentHash, countWords } from "@memory-cortex/text";
import { expect, it } from "vitest";

import { createRecall } from "./service.ts";

const NOW = Date.UTC(2026, 4, 20);
const clock = { now: () => NOW };
const ids = uuidV7Source(clock);
const realm = realmOf("ann");
/** Frequency is full from 1,023 accesses on. */
const ACCESSES = 1_100;

const memoryOf = (text: string): NewMemory => ({
  id: ids.next(), type: "fact", lifetime: "permanent", expiresAt: null, topic: null, text, contentHash: contentHash(text), importance: 0.5, confidence: 1, visibility: "private", tags: [],
  project: null, speaker: null, sessionId: null, source: null, observedAt: NOW - 86_400_000, validFrom: null, validTo: null, episodeStart: null, episodeEnd: null, createdAt: NOW, supersedes: null, provenance: [],
  terms: analyse(text), words: countWords(text), signals: 0,
});

it("a memory that was given a thousand times does not go before the one that answers", async () => {
  const store = createMemoryStore({ clock });
  const popular = [memoryOf("The dentist's waiting room has a blue aquarium."), memoryOf("The appointment book is kept in the kitchen drawer.")];
  const relevant = memoryOf("Ann's dentist appointment is on Friday at two o'clock.");
  for (const memory of [...popular, relevant]) await store.writeMemory(realm, { action: "create", memory });
  for (let access = 0; access < ACCESSES; access += 1) await store.touch(realm, { ids: popular.map(({ id }) => id), at: NOW });
  const service = createRecall({ store, embedders: embedderRegistry([]), clock, ids, monotonic: () => performance.now() });
  const { items } = await service.recall(recallRequest.parse({ query: "On which day is the dentist appointment?", user_id: "ann", explain: true }));
  expect(items).toHaveLength(3);
  expect(items[0]?.id).toBe(relevant.id);
  expect(items[1]?.factors?.["frequency"]).toBeCloseTo(0.05, 10);
  expect(items[0]?.factors?.["frequency"]).toBe(0);
});
