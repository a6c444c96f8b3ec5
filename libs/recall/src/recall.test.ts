import { createFakeEmbedder } from "@memory-cortex/embedding/fake";
import type { FakeEmbedder } from "@memory-cortex/embedding/fake";
import { embedderRegistry } from "@memory-cortex/embedding";
import type { Embedder } from "@memory-cortex/embedding";
import { realmOf, uuidV7Source, wholeUser } from "@memory-cortex/models";
import { explainRequest, recallRequest, searchRequest } from "@memory-cortex/models/wire";
import type { RecallPart, RecallRequest, Role } from "@memory-cortex/models";
import { createMemoryStore } from "@memory-cortex/store";
import type { NewMemory, Store } from "@memory-cortex/store";
import { analyse, contentHash, countWords, encodeSignals, textSignals } from "@memory-cortex/text";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Explanation } from "./explain.ts";
import { createRecall } from "./service.ts";

const NOW = Date.UTC(2026, 4, 20);
const clock = { now: () => NOW };
const realm = realmOf("ann");

interface Said {
  text: string;
  role?: Role;
  speaker?: string | null;
  session?: string;
}

async function say(store: Store, turns: readonly Said[], user = "ann"): Promise<void> {
  const ids = uuidV7Source(clock);
  for (const { text, role = "user", speaker = null, session = "s" } of turns) {
    const { revision, length } = await store.readAlignment(realmOf(user), { sessionId: session, hashes: [], times: [] });
    const turn = {
      id: ids.next(), role, speaker, text, observedAt: NOW - 86_400_000 + length * 1_000, timed: true, externalId: `x-${text}`, contentHash: contentHash(`${role}${text}${length}`),
      terms: analyse(text), words: countWords(text), signals: encodeSignals(textSignals(text)), createdAt: NOW,
    };
    await store.appendTurns(realmOf(user), { session: { sessionId: session, channel: null, agentId: null, project: null }, revision, inserts: [{ at: length, turns: [turn] }] });
  }
}

async function embedAll(store: Store, embedder: Embedder): Promise<void> {
  const whole = wholeUser("ann");
  const { name, model, dimension } = embedder.identity;
  const space = await store.createSpace(whole, { embedder: name, model, dimension, weighting: null, documentsAtStart: 0, createdAt: NOW });
  const rows = await store.unembedded(whole, { spaceId: space.id, limit: 1_000 });
  const vectors = await embedder.embed(rows.map((row) => row.text), { kind: "document" });
  await store.saveVectors(whole, { spaceId: space.id, vectors: rows.map((row, index) => ({ id: row.id, vector: vectors[index] ?? null })) });
  expect(await store.activateSpace(whole, space.id)).toBe(true);
}

function recallOver(store: Store, embedders: readonly Embedder[]) {
  return createRecall({ store, embedders: embedderRegistry(embedders), clock, ids: uuidV7Source(clock), monotonic: () => performance.now() });
}

const asking = (query: string, over: Record<string, unknown> = {}): RecallRequest => recallRequest.parse({ query, user_id: "ann", ...over });

const DENTIST: Said[] = [
  { text: "My dentist appointment is on Tuesday at nine." },
  { text: "Noted: dentist on Tuesday.", role: "assistant" },
  { text: "The weather was lovely in the mountains." },
  { text: "They moved the dentist appointment to Friday." },
  { text: "I baked bread with rye flour." },
];

describe("recall", () => {
  let store: Store;
  let embedder: FakeEmbedder;

  beforeEach(async () => {
    store = createMemoryStore({ clock });
    embedder = createFakeEmbedder();
    await say(store, DENTIST);
  });
  afterEach(() => vi.useRealTimers());

  it("does not say that nothing is known where the words were not asked", async () => {
    await embedAll(store, embedder);
    const unlike = Float32Array.from({ length: embedder.identity.dimension }, (_, at) => (at === 0 ? 1 : 0));
    const service = recallOver(store, [{ ...embedder, embed: async (texts) => texts.map(() => unlike) }]);
    expect(await service.recall(asking("Zanzibar?"))).toMatchObject({ reason: "nothing_relevant", context: "" });
    expect((await service.recall(asking("Zanzibar?", { without: ["words"] }))).reason).toBeUndefined();
  });

  it("finds the turn that answers, by words and meaning, and packs it with its date", async () => {
    await embedAll(store, embedder);
    const answer = await recallOver(store, [embedder]).recall(asking("When was the dentist appointment moved to?"));
    expect(answer.items[0]).toMatchObject({ kind: "turn", text: "They moved the dentist appointment to Friday.", external_id: "x-They moved the dentist appointment to Friday." });
    expect(answer.context).toContain("Friday");
    expect(answer).toMatchObject({ degraded: [], skipped: null });
    expect(answer.items.map((item) => item.score)).toEqual(answer.items.map((item) => item.score).sort((a, b) => b - a));
  });

  it.each([
    ["names the subject", "The dentist moved my appointment to Friday at 14:00."],
    ["names the old value", "The practice called, they moved it from Tuesday to Friday."],
    ["refers back", "Actually, it's been moved to Friday at two."],
    ["takes the old one back", "My dentist appointment is no longer on Tuesday, it's on Friday now."],
    ["tells of a change", "I had to change my dentist appointment to Friday."],
  ])("puts the change before what it changes when it %s", async (_, change) => {
    const changed = createMemoryStore({ clock });
    await say(changed, [{ text: "I have a dentist appointment on Tuesday at nine." }, { text: "Noted.", role: "assistant" }, { text: change }, { text: "Good.", role: "assistant" }]);
    for (const question of ["When is my dentist appointment?", "What day do I go to the dentist?"]) {
      expect((await recallOver(changed, []).recall(asking(question))).items[0]?.text).toBe(change);
    }
  });

  it("answers with words only and says so while the embedder stalls, inside the deadline", async () => {
    await embedAll(store, embedder);
    vi.useFakeTimers();
    embedder.stall();
    const pending = recallOver(store, [embedder]).recall(asking("dentist Friday", { deadline_ms: 100 }));
    await vi.advanceTimersByTimeAsync(100);
    const answer = await pending;
    expect(answer.items[0]?.text).toContain("Friday");
    expect(answer.degraded).toEqual([{ part: "meaning:fake", reason: "late" }]);
  });

  it("answers with words only and names the error while the embedder is broken", async () => {
    await embedAll(store, embedder);
    embedder.failWith("embedder_unavailable");
    const answer = await recallOver(store, [embedder]).recall(asking("dentist Friday"));
    expect(answer.items[0]?.text).toContain("Friday");
    expect(answer.degraded).toEqual([{ part: "meaning:fake", reason: "embedder_unavailable" }]);
  });

  it("says that there is no model, and that vectors are still to come", async () => {
    expect((await recallOver(store, []).recall(asking("dentist"))).degraded).toEqual([{ part: "meaning", reason: "no_model" }]);
    expect((await recallOver(store, [embedder]).recall(asking("dentist"))).degraded).toEqual([{ part: "meaning:fake", reason: "no_vectors_yet" }]);
  });

  it("never compares vectors of two models", async () => {
    await embedAll(store, embedder);
    const answer = await recallOver(store, [createFakeEmbedder({ model: "another" })]).recall(asking("dentist Friday"));
    expect(answer.degraded).toEqual([{ part: "meaning:fake", reason: "model_changed" }]);
    expect(answer.items[0]?.text).toContain("Friday");
  });

  it("counts the wait for its turn against the deadline: of many at once nobody waits longer than one", async () => {
    vi.useFakeTimers();
    const stuck: Store = { ...store, searchText: () => new Promise(() => undefined) };
    const service = recallOver(stuck, []);
    const answers = Array.from({ length: 12 }, () => service.recall(asking("When is the dentist appointment?", { deadline_ms: 100 })));
    await vi.advanceTimersByTimeAsync(100);
    for (const { degraded, timings_ms: timings } of await Promise.all(answers)) {
      expect(degraded).toContainEqual({ part: "words", reason: "late" });
      expect(timings["total"]).toBeLessThanOrEqual(100);
    }
    expect((await answers[0])!.timings_ms["wait"]).toBe(0);
    expect((await answers[11])!.timings_ms["wait"]).toBe(80);
  });

  it("leaves a late store out and names it, instead of waiting", async () => {
    vi.useFakeTimers();
    const slow: Store = { ...store, searchText: () => new Promise(() => undefined), activeSpaces: () => new Promise(() => undefined) };
    const pending = recallOver(slow, [embedder]).recall(asking("dentist Friday", { deadline_ms: 100 }));
    await vi.advanceTimersByTimeAsync(100);
    const answer = await pending;
    expect(answer.items).toEqual([]);
    expect(answer.degraded).toEqual(expect.arrayContaining([{ part: "words", reason: "late" }, { part: "meaning", reason: "late" }]));
    expect(answer).not.toHaveProperty("reason");
  });

  it("skips trivial prompts with a reason, but searches for them when asked to search", async () => {
    const service = recallOver(store, []);
    expect(await service.recall(asking("ok 👍"))).toMatchObject({ items: [], skipped: { reason: "trivial_prompt" }, context: "" });
    expect((await service.search(searchRequest.parse({ query: "bread", user_id: "ann" }))).items[0]?.text).toContain("bread");
  });

  it("says no_match when nothing fits, and leaves context out on request", async () => {
    const answer = await recallOver(store, []).recall(asking("zeppelin", { budget_tokens: 0 }));
    expect(answer).toMatchObject({ items: [], reason: "no_match" });
    expect(answer).not.toHaveProperty("context");
  });

  it("sees nothing of other users and other namespaces", async () => {
    await say(store, [{ text: "Bob's dentist is in Paris." }], "bob");
    const service = recallOver(store, []);
    expect((await service.recall(asking("Paris"))).items).toEqual([]);
    expect((await service.recall(asking("dentist", { namespace: "personal" }))).items).toEqual([]);
  });

  it("explains every score: contributions add up, and what was left out has a reason", async () => {
    await embedAll(store, embedder);
    const explanation = await recallOver(store, [embedder]).explain(explainRequest.parse({ query: "dentist appointment Tuesday", user_id: "ann", limit: 2 }));
    expect(explanation.items).toHaveLength(2);
    for (const item of [...explanation.items, ...explanation.left_out]) {
      expect(Object.values(item.contributions).reduce((sum, value) => sum + value, 0)).toBeCloseTo(item.score, 9);
    }
    expect(explanation.left_out.every((item) => item.left_out !== undefined)).toBe(true);
    expect(explanation.query_terms).toContain("dentist");
  });

  it("writes a receipt of ids and numbers, never of text, found at once", async () => {
    const service = recallOver(store, []);
    const answer = await service.recall(asking("dentist appointment"));
    const receipt = JSON.stringify(await service.receipt("ann", answer.receipt_id));
    expect(receipt).toContain(answer.items[0]?.id);
    expect(receipt.toLowerCase()).not.toContain("dentist");
    expect(await service.receipt("bob", answer.receipt_id)).toBeNull();
  });

  it("counts a memory and its turn once, and the memory carries the turn's external id", async () => {
    const [turn] = (await store.listTurns(realm, { sessionId: "s", after: 2, limit: 1 }))!.turns;
    await store.writeMemory(realm, { action: "create", memory: memoryOf("Dentist appointment moved to Friday", turn!.id) });
    const service = recallOver(store, []);
    const answer = await service.recall(asking("dentist appointment moved Friday"));
    const same = answer.items.filter((item) => item.id === turn!.id || item.provenance?.includes(turn!.id));
    expect(same).toHaveLength(1);
    expect(same[0]?.external_id).toBe(turn!.externalId);
  });

  it("counts accesses of memories after the answer", async () => {
    await store.writeMemory(realm, { action: "create", memory: memoryOf("Ann prefers rye bread", "gone") });
    const service = recallOver(store, []);
    const answer = await service.recall(asking("rye bread preference", { kinds: ["memory"] }));
    await service.close();
    expect((await store.getMemory(realm, answer.items[0]!.id))?.accessCount).toBe(1);
  });

  it("finds what was said a moment ago before it has a vector, ahead of what has one", async () => {
    await say(store, DENTIST);
    const embedder = createFakeEmbedder();
    await embedAll(store, embedder);
    await say(store, [{ text: "The glazier comes about the kitchen window at noon.", session: "late" }]);
    const { items, degraded } = await recallOver(store, [embedder]).recall(asking("When does the glazier come about the kitchen window?"));
    expect(items[0]?.text).toContain("glazier");
    expect(degraded).toEqual([]);
    const explained = await recallOver(store, [embedder]).explain(explainRequest.parse({ query: "When does the glazier come about the kitchen window?", user_id: "ann" }));
    expect(explained.items[0]?.features?.["meaning"]).toBeGreaterThan(0.9);
  });

  describe("without parts", () => {
    const parts: [RecallPart, (explanation: Explanation, whole: Explanation) => void][] = [
      ["words", ({ candidates }) => expect(candidates.words).toBe(0)],
      ["meaning", ({ candidates }) => expect(candidates.meaning).toEqual({})],
      ["meaning:fake", ({ candidates }) => expect(candidates.meaning).toEqual({})],
      ["ranker", ({ items }) => expect(items.every(({ features }) => features === undefined)).toBe(true)],
      ["session", ({ items }) => expect(items.every(({ features }) => features?.session === 0)).toBe(true)],
      ["neighbours", ({ items }, whole) => expect(Math.max(...items.map(({ words }) => words))).toBeLessThan(Math.max(...whole.items.map(({ words }) => words)))],
      ["updates", ({ items }) => expect(items[0]?.text).toContain("Tuesday")],
    ];

    it.each(parts)("%s: the rest answers, and nothing counts as degraded", async (part, check) => {
      await say(store, DENTIST);
      const embedder = createFakeEmbedder();
      await embedAll(store, embedder);
      const service = recallOver(store, [embedder]);
      const ask = (without: RecallPart[]) => service.explain(explainRequest.parse({ query: "When is my dentist appointment?", user_id: "ann", without }));
      const explanation = await ask([part]);
      expect(explanation.degraded).toEqual([]);
      expect(explanation.items.length).toBeGreaterThan(0);
      check(explanation, await ask([]));
    });
  });
});

function memoryOf(text: string, turnId: string): NewMemory {
  return {
    id: uuidV7Source(clock).next(), type: "fact", lifetime: "permanent", expiresAt: null, topic: null, text, contentHash: contentHash(text), importance: 0.5,
    confidence: 0.9, visibility: "shared", tags: [], project: null, speaker: null, sessionId: "s", source: null, observedAt: NOW, validFrom: null, validTo: null, episodeStart: null, episodeEnd: null,
    createdAt: NOW, supersedes: null, provenance: [turnId], terms: analyse(text), words: countWords(text), signals: encodeSignals(textSignals(text)),
  };
}
