import { embedderRegistry } from "@memory-cortex/embedding";
import { uuidV7Source } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";
import { describe, expect, it } from "vitest";

import { ANN, asking, NOON, newMemory, openRecallBench, topicEmbedder } from "./recall-bench.fixture.ts";
import { createRecall } from "./service.ts";

const embedder = topicEmbedder(/dentist/g, /bread/g);
const clock = { now: () => NOON };
const broken = () => Promise.reject(new TypeError("broken"));

/** Fails from the given call on. */
function failingFrom(call: number, real: Store["getDocuments"]): Store["getDocuments"] {
  let calls = 0;
  return (...parameters) => ((calls += 1) < call ? real(...parameters) : broken());
}

describe("what could not be read for an answer is named in it", () => {
  it.each<[string, (real: Store) => Partial<Store>, string, string]>([
    ["cosines of what the words found", () => ({ similarities: broken }), "meaning:static", "When is the dentist?"],
    ["the names of the question", () => ({ expand: broken }), "graph", "When does Melanie see the dentist?"],
    ["times of events", (real) => ({ getDocuments: failingFrom(1, real.getDocuments) }), "dates", "What about the dentist last week?"],
    ["the memory of what is true now", (real) => ({ getDocuments: failingFrom(2, real.getDocuments) }), "updates", "When is the dentist?"],
    ["external ids", (real) => ({ getDocuments: failingFrom(3, real.getDocuments) }), "external_ids", "When is the dentist?"],
  ])("%s", async (_, breaking, part, question) => {
    const bench = await openRecallBench([], { llm: undefined });
    const [tuesday, , later] = await bench.say(["The dentist is on Tuesday", "I baked bread", "Friday it is"]);
    const old = await bench.remember("The dentist expects me on Tuesday", { provenance: [tuesday!] });
    await bench.remember("The dentist was kind", { provenance: [later!], type: "episode", episodeStart: NOON - 5_000, episodeEnd: NOON });
    await bench.store.writeMemory(ANN, { action: "supersede", change: "world", memoryId: old, memory: newMemory("Now on Friday"), at: NOON - 1_000 });
    const space = await bench.store.createSpace(ANN, { embedder: "static", model: "topics", dimension: 3, weighting: { total: 0, ids: new Uint32Array(), counts: new Uint32Array() }, documentsAtStart: 0, createdAt: NOON });
    const rows = await bench.store.unembedded(ANN, { spaceId: space.id, limit: 100 });
    const vectors = await embedder.embed(rows.map(({ text }) => text), { kind: "document" });
    await bench.store.saveVectors(ANN, { spaceId: space.id, vectors: rows.map(({ id }, index) => ({ id, vector: vectors[index] ?? null })) });
    await bench.store.activateSpace(ANN, space.id);

    // Vectors find one alone, so that the others have to be asked for.
    const searchVector: Store["searchVector"] = async (...parameters) => (await bench.store.searchVector(...parameters)).slice(0, 1);
    const store: Store = { ...bench.store, searchVector, ...breaking(bench.store) };
    const recall = createRecall({ store, embedders: embedderRegistry([embedder]), clock, ids: uuidV7Source(clock), monotonic: () => performance.now() });
    const { degraded } = await recall.recall(asking(question));
    expect(degraded).toContainEqual({ part, reason: "internal" });
  });
});
