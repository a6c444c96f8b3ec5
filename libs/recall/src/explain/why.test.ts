import { createFakeEmbedder } from "@memory-cortex/embedding/fake";
import { embedderRegistry } from "@memory-cortex/embedding";
import type { Embedder } from "@memory-cortex/embedding";
import { realmOf, uuidV7Source, wholeUser } from "@memory-cortex/models";
import { explainRequest } from "@memory-cortex/models/wire";
import { createMemoryStore } from "@memory-cortex/store";
import type { NewMemory, Store } from "@memory-cortex/store";
import { analyse, contentHash, countWords, encodeSignals, textSignals } from "@memory-cortex/text";
import { beforeEach, describe, expect, it } from "vitest";

import { createRecall } from "../service.ts";
import { LEAST_SCORED } from "../stages/candidates.ts";

const NOW = Date.UTC(2026, 4, 20);
const clock = { now: () => NOW };
const ids = uuidV7Source(clock);
const realm = realmOf("ann");

let store: Store;

/** Appends turns to a session; each external id is the session's name and its place from 1. */
async function say(session: string, texts: readonly string[]): Promise<string[]> {
  const turns = texts.map((text, index) => ({
    id: ids.next(), role: "user" as const, speaker: "Ann", text, observedAt: NOW - 86_400_000, timed: true, externalId: `${session}:${index + 1}`, contentHash: contentHash(`${session}${text}${index}`),
    terms: analyse(text), words: countWords(text), signals: encodeSignals(textSignals(text)), createdAt: NOW,
  }));
  await store.appendTurns(realm, { session: { sessionId: session, channel: null, agentId: null, project: null }, revision: 0, inserts: [{ at: 0, turns }] });
  return turns.map(({ id }) => id);
}

async function remember(text: string, over: Partial<NewMemory> = {}): Promise<string> {
  const memory: NewMemory = {
    id: ids.next(), type: "fact", lifetime: "permanent", expiresAt: null, topic: null, text, contentHash: contentHash(text), importance: 0.5, confidence: 1, visibility: "private", tags: [],
    project: null, speaker: null, sessionId: null, source: null, observedAt: NOW - 86_400_000, validFrom: null, validTo: null, episodeStart: null, episodeEnd: null, createdAt: NOW, supersedes: null, provenance: [],
    terms: analyse(text), words: countWords(text), signals: 0, ...over,
  };
  await store.writeMemory(realm, { action: "create", memory });
  return memory.id;
}

async function embedAll(embedder: Embedder): Promise<void> {
  const whole = wholeUser("ann");
  const { name, model, dimension } = embedder.identity;
  const space = await store.createSpace(whole, { embedder: name, model, dimension, weighting: null, documentsAtStart: 0, createdAt: NOW });
  const rows = await store.unembedded(whole, { spaceId: space.id, limit: 1_000 });
  const vectors = await embedder.embed(rows.map((row) => row.text), { kind: "document" });
  await store.saveVectors(whole, { spaceId: space.id, vectors: rows.map((row, index) => ({ id: row.id, vector: vectors[index] ?? null })) });
  await store.activateSpace(whole, space.id);
}

function explaining(query: string, why: readonly string[], over: Record<string, unknown> = {}, embedders: readonly Embedder[] = []) {
  const service = createRecall({ store, embedders: embedderRegistry(embedders), clock, ids, monotonic: () => performance.now() });
  return service.explain(explainRequest.parse({ query, user_id: "ann", why, ...over }));
}

/** Turns that all hold the word, each with words of its own. */
const about = (word: string, count: number): string[] => Array.from({ length: count }, (_, index) => `The ${word} number${index} stands in shelf${index} beside box${index}.`);

describe("why not this one?", () => {
  beforeEach(() => void (store = createMemoryStore({ clock })));

  it("answers by id and by external id, in the order asked", async () => {
    const [first] = await say("s", ["The dentist moved me to Friday.", "I baked bread."]);
    const { why } = await explaining("dentist on Friday", ["s:1", first!, "nobody-knows"]);
    expect(why.map(({ asked, id, verdict }) => ({ asked, id, verdict }))).toEqual([
      { asked: "s:1", id: first, verdict: "in_answer" }, { asked: first, id: first, verdict: "in_answer" }, { asked: "nobody-knows", id: null, verdict: "unknown_id" },
    ]);
    expect(why[0]).toMatchObject({ explanation: expect.stringMatching(/^It is in the answer, at place 1 of/), places: { words: 1, fused: 1, ranked: 1, scored: 1 }, standing: { words: { holds: ["dentist", "friday"], lacks: [], place: 1 } } });
  });

  it("finds an external id on the last page of a long session", async () => {
    await say("long", about("lamp", 1_203));
    const { why } = await explaining("lamp", ["long:1203"]);
    expect(why[0]).toMatchObject({ verdict: expect.not.stringMatching("unknown_id"), text: expect.stringContaining("number1202") });
  });

  it("looks through the turns once, however many ids nobody knows", async () => {
    await say("s", about("lamp", 20));
    let read = 0;
    const { listTurns } = store;
    store.listTurns = (...parameters) => {
      read += 1;
      return listTurns(...parameters);
    };
    const { why } = await explaining("lamp", [...Array.from({ length: 18 }, (_, index) => `nobody-${index}`), "s:3", "s:3"]);
    expect(why.map(({ verdict }) => verdict === "unknown_id")).toEqual([...Array.from({ length: 18 }, () => true), false, false]);
    expect(read).toBe(1);
  });

  it("does not tell what lies in another namespace or with another user", async () => {
    await say("s", ["The dentist moved me to Friday."]);
    expect((await explaining("dentist", ["s:1"], { namespace: "personal" })).why[0]).toMatchObject({ verdict: "unknown_id", id: null });
    expect((await explaining("dentist", ["s:1"], { user_id: "bob" })).why[0]).toMatchObject({ verdict: "unknown_id", id: null });
  });

  it("names the filter that keeps it out", async () => {
    await say("s", ["The dentist moved me to Friday."]);
    const old = await remember("The dentist is on Tuesday.", { validTo: NOW - 1_000 });
    const tagged = await remember("The dentist is called Fritz.", { tags: ["names"], type: "episode" });
    expect((await explaining("dentist", ["s:1"], { kinds: ["memory"] })).why[0]).toMatchObject({ verdict: "filtered", explanation: expect.stringContaining("its kind is turn") });
    expect((await explaining("dentist", ["s:1"], { valid_before: NOW - 30 * 86_400_000 })).why[0]?.explanation).toContain("not before 2026-04-20");
    expect((await explaining("dentist", [old])).why[0]?.explanation).toContain("it ended 2026-05-19");
    expect((await explaining("dentist", [old], { include_history: true })).why[0]?.verdict).not.toBe("filtered");
    const { why } = await explaining("dentist", [tagged], { tags: ["teeth"], types: ["rule"] });
    expect(why[0]?.explanation).toContain("its type is episode, and only rule were asked for; it has none of the tags teeth");
    await store.retireMemory(realm, { id: tagged, at: NOW });
    expect((await explaining("dentist", [tagged])).why[0]?.explanation).toContain("it was retired");
  });

  it("says what no leg found it by, with its own standing", async () => {
    await say("s", about("lamp", 400));
    await say("t", ["Bread with rye flour rises slowly."]);
    const { why } = await explaining("green lamp", ["t:1", "s:400"]);
    expect(why[0]).toMatchObject({ verdict: "no_leg", explanation: expect.stringContaining("holds none of the question's words"), standing: { words: { score: 0, place: null, holds: [], lacks: ["green", "lamp"] } } });
    expect(why[1]).toMatchObject({ verdict: "no_leg", standing: { words: { holds: ["lamp"], lacks: ["green"], place: 400 } } });
    expect(why[1]?.standing?.words.score).toBeGreaterThan(0);
    expect(why[1]?.explanation).toContain("by words it is at place 400");
  });

  it("gives the cosine and the place beyond the candidates", async () => {
    await say("s", about("lamp", 400));
    const embedder = createFakeEmbedder();
    await embedAll(embedder);
    const asked = Array.from({ length: 400 }, (_, index) => `s:${index + 1}`);
    const { why, legs } = await explaining("green bread", asked.slice(0, 20), {}, [embedder]);
    expect(legs.map(({ leg }) => leg)).toEqual(["words", "fake"]);
    const outside = why.find(({ verdict }) => verdict === "no_leg");
    for (const answer of outside === undefined ? [] : [outside]) expect(answer.standing?.meaning["fake"]?.place).toBeGreaterThan(100);
    expect(why.every(({ standing }) => typeof standing?.meaning["fake"]?.cosine === "number")).toBe(true);
  });

  it("counts places after fusion and after the ranker, and the gap to the last one shown", async () => {
    await say("s", about("lamp", 140));
    const asked = Array.from({ length: 140 }, (_, index) => `s:${index + 1}`);
    const { why, candidates, items } = await explaining("lamp", asked.slice(0, 20), { limit: 3 });
    const more = (await explaining("lamp", asked.slice(120), { limit: 3 })).why;
    expect(candidates).toMatchObject({ fused: 140, ranked: 100, scored: LEAST_SCORED, chosen: 3 });
    const verdicts = new Set([...why, ...more].map(({ verdict }) => verdict));
    expect(verdicts).toContain("in_answer");
    expect(verdicts).toContain("beyond_limit");
    expect(verdicts).toContain("not_ranked");
    const below = why.find(({ verdict }) => verdict === "beyond_limit");
    expect(below?.by).toMatchObject({ id: items.at(-1)!.id, score: items.at(-1)!.score });
    expect(below?.item?.score).toBeLessThanOrEqual(items.at(-1)!.score);
    for (const answer of [...why, ...more].filter(({ verdict }) => verdict === "not_ranked")) expect(answer.places?.fused).toBeGreaterThan(100);
    for (const answer of [...why, ...more].filter(({ verdict }) => verdict === "not_scored")) expect(answer.places?.ranked).toBeGreaterThan(LEAST_SCORED);
  });

  it("names what stands in its place: a memory for its turn, a twin for its twin", async () => {
    const [turn] = await say("s", ["My dentist appointment at the practice moved to Friday at two o'clock."]);
    const memory = await remember("Ann's dentist appointment is on Friday at two.", { provenance: [turn!] });
    const { why, items } = await explaining("When is my dentist appointment?", [turn!, memory]);
    const [winner, loser] = items[0]?.id === memory ? [memory, turn] : [turn, memory];
    expect(why.find(({ id }) => id === winner)?.verdict).toBe("in_answer");
    expect(why.find(({ id }) => id === loser)).toMatchObject({ verdict: "same_as", by: { id: winner } });
  });

  it("names the item that a repetition repeats", async () => {
    const twin = "The red lamp stands in the hall beside the door.";
    await say("s", [twin, twin, twin]);
    await say("t", ["Somebody painted our hall red.", "That lamp was a present from Oslo."]);
    const { why } = await explaining("red lamp in the hall", ["s:1", "s:2", "s:3"], { limit: 3 });
    const repeats = why.filter(({ verdict }) => verdict === "repeats");
    expect(repeats.length).toBeGreaterThan(0);
    for (const answer of repeats) expect(answer).toMatchObject({ by: { text: twin }, item: { score: expect.any(Number) } });
  });

  it("tells an item that is in the answer, but not in the context", async () => {
    await say("s", about("lamp", 30));
    const { items, why } = await explaining("lamp", Array.from({ length: 20 }, (_, index) => `s:${index + 1}`), { budget_tokens: 120 });
    const left = items.filter(({ packed }) => !packed);
    expect(left.length).toBeGreaterThan(0);
    expect(why.filter(({ verdict }) => verdict === "not_packed").every(({ explanation }) => explanation.includes("budget"))).toBe(true);
    expect(why.some(({ verdict }) => verdict === "not_packed")).toBe(true);
  });

  it("shows what a trivial prompt would find, and that a recall skips it", async () => {
    await say("s", ["ok, thanks for the lamp"]);
    const explanation = await explaining("ok", []);
    expect(explanation.would_skip).not.toBeNull();
    expect(explanation.items).toHaveLength(1);
  });

  it("tells what a misspelt word was read as", async () => {
    await say("s", ["Marceline plays the clarinet."]);
    const { read_as, items } = await explaining("Marcelline clarinet", []);
    expect(read_as).toEqual({ [analyse("Marcelline")[0]!]: analyse("Marceline")[0]! });
    expect(items).toHaveLength(1);
  });

  it("leaves no trace in access counts", async () => {
    const id = await remember("The dentist is called Fritz.");
    const service = createRecall({ store, embedders: embedderRegistry([]), clock, ids, monotonic: () => performance.now() });
    await service.explain(explainRequest.parse({ query: "dentist", user_id: "ann", why: [id] }));
    await service.close();
    expect((await store.getMemory(realm, id))?.accessCount).toBe(0);
  });
});
