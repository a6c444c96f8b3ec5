import { createMemoryStore } from "@memory-cortex/store";
import type { Store } from "@memory-cortex/store";
import { describe, expect, it } from "vitest";

import { ANN, asking, newMemory, NOON, openRecallBench } from "../recall-bench.fixture.ts";
import type { RecallBench } from "../recall-bench.fixture.ts";
import { PREWARMED_MS } from "./prewarmed.ts";

const TALK = ["My dentist appointment is on Tuesday at nine.", "They moved the dentist appointment to Friday.", "I baked bread with rye flour."];
const QUESTION = "When is the dentist appointment?";

const withoutModel = { llm: undefined };
const again = (bench: RecallBench, over: Record<string, unknown> = {}, query = QUESTION) => bench.ask(query, over);
const usedIn = ({ told }: RecallBench): boolean => told.includes("prewarmed used");

describe("an answer kept for the same question", () => {
  it("is given again, with a receipt of its own, and counts as an access", async () => {
    const bench = await openRecallBench(TALK, withoutModel);
    const id = await bench.remember("Ann's dentist appointment is with Dr. Wolf");
    const first = await bench.ask(QUESTION);
    // What is written after answers is gathered, and what is told twice at once counts once.
    await bench.recall.receipt("ann", first.receipt_id);
    const second = await again(bench, {}, "  When is the\ndentist appointment? ");
    expect(usedIn(bench)).toBe(true);
    expect(second).toMatchObject({ items: first.items, context: first.context, tokens: first.tokens, degraded: first.degraded });
    expect(second.receipt_id).not.toBe(first.receipt_id);
    expect(second.timings_ms).toHaveProperty("prewarmed");
    expect(await bench.recall.receipt("ann", second.receipt_id)).toMatchObject({ id: second.receipt_id, answered_before: first.receipt_id, items: expect.arrayContaining([expect.objectContaining({ id })]) });
    expect((await bench.store.getMemory(ANN, id))?.accessCount).toBe(2);
  });

  it("asks the store nothing", async () => {
    const bench = await openRecallBench(TALK, withoutModel);
    await bench.ask(QUESTION);
    bench.store.searchText = () => Promise.reject(new RangeError("asked"));
    expect((await again(bench)).items).not.toEqual([]);
    expect((await again(bench, {}, "When does the dentist see me?")).degraded).toContainEqual({ part: "words", reason: "internal" });
  });

  it.each<[string, Record<string, unknown>, string?]>([
    ["another question", {}, "Where is the dentist?"],
    ["the same words in capitals", {}, "When is the DENTIST appointment?"],
    ["another session", { session_id: "other" }],
    ["no session", { session_id: undefined }],
    ["another limit", { limit: 1 }],
    ["another budget", { budget_tokens: 100 }],
    ["other kinds", { kinds: ["turn"] }],
    ["other namespaces", { namespaces: ["global", "personal"] }],
    ["a moment in the past", { as_of: NOON }],
    ["a moment of knowledge", { known_at: NOON }],
    ["another day of asking", { asked_at: NOON - 86_400_000 }],
    ["history", { include_history: true }],
    ["explanations", { explain: true }],
    ["another preset", { preset: "hybrid" }],
    ["another project", { project: "p" }],
  ])("is never given to %s", async (_, over, query) => {
    const bench = await openRecallBench(TALK, withoutModel);
    await bench.ask(QUESTION);
    await again(bench, over, query);
    expect(usedIn(bench)).toBe(false);
  });

  it("is never given to another user", async () => {
    const bench = await openRecallBench(TALK, withoutModel);
    await bench.ask(QUESTION);
    expect((await again(bench, { user_id: "bob" })).items).toEqual([]);
    expect(usedIn(bench)).toBe(false);
  });

  it("is that of the session's last recall only", async () => {
    const bench = await openRecallBench(TALK, withoutModel);
    await bench.ask(QUESTION);
    await bench.ask("What bread did I bake?");
    await again(bench);
    expect(usedIn(bench)).toBe(false);
  });

  it.each<[string, (bench: RecallBench, id: string) => Promise<unknown>]>([
    ["a turn is said", (bench) => bench.say(["The dentist appointment is cancelled."])],
    ["a memory is made", (bench) => bench.remember("The dentist appointment is cancelled")],
    ["a memory is retired", (bench, id) => bench.store.retireMemory(ANN, { id, at: NOON })],
    ["a memory is erased", (bench, id) => bench.store.eraseMemory(ANN, { id, at: NOON })],
    ["a memory gets a successor", (bench, id) => bench.store.writeMemory(ANN, { action: "supersede", memoryId: id, memory: newMemory("Ann's dentist is Dr. Bär"), at: NOON })],
  ])("is dropped as soon as %s", async (_, write) => {
    const bench = await openRecallBench(TALK, withoutModel);
    const id = await bench.remember("Ann's dentist appointment is with Dr. Wolf");
    await bench.ask(QUESTION);
    await write(bench, id);
    await again(bench);
    expect(bench.told[0]).toBe("prewarmed none");
    expect(usedIn(bench)).toBe(false);
  });

  it("is not kept when something was written while it was made", async () => {
    const gate: PromiseWithResolvers<void> = Promise.withResolvers();
    const bench = await openRecallBench(TALK, withoutModel);
    const search = bench.store.searchText;
    bench.store.searchText = async (...args) => {
      const hits = await search(...args);
      await gate.promise;
      return hits;
    };
    const asked = bench.ask(QUESTION);
    await bench.say(["The dentist appointment is cancelled."]);
    gate.resolve();
    await asked;
    await again(bench);
    expect(usedIn(bench)).toBe(false);
  });

  it.each([
    ["five minutes later", NOON, PREWARMED_MS],
    ["on the next day", Date.UTC(2026, 4, 20, 23, 59), 120_000],
    ["when what it tells has ended", NOON, 60_000],
  ])("is not given %s", async (_, start, later) => {
    const bench = await openRecallBench(TALK, withoutModel);
    bench.clock.time = start;
    if (later === 60_000) await bench.remember("Ann's dentist appointment is with Dr. Wolf", { validTo: NOON + 60_000 });
    await bench.ask(QUESTION);
    bench.clock.time = start + later - 1;
    if (later !== 120_000) expect((await again(bench)).timings_ms).toHaveProperty("prewarmed");
    bench.clock.time = start + later;
    expect((await again(bench)).timings_ms).not.toHaveProperty("prewarmed");
  });

  it("is not kept when a part was missing that may be there next time", async () => {
    const store: Store = createMemoryStore({ clock: { now: () => NOON } });
    const bench = await openRecallBench(TALK, { ...withoutModel, store });
    const { searchText } = store;
    store.searchText = () => Promise.reject(new RangeError("down"));
    expect((await bench.ask(QUESTION)).degraded).toContainEqual({ part: "words", reason: "internal" });
    store.searchText = searchText;
    expect((await again(bench)).items).not.toEqual([]);
  });

  it("makes room for a narrative that was made meanwhile", async () => {
    const bench = await openRecallBench(TALK, { answer: () => ({ sentences: [{ text: "The dentist is settled.", statements: [1] }] }) });
    await bench.ask(QUESTION);
    await again(bench);
    expect(usedIn(bench)).toBe(true);
    expect((await bench.synthesize()).at(-1)).toEqual({ outcome: "success" });
    expect((await again(bench)).summary?.text).toBe("The dentist is settled.");
  });

  it("is kept nowhere when nobody tells of writes", async () => {
    const bench = await openRecallBench(TALK, { ...withoutModel, revisions: undefined });
    await bench.ask(QUESTION);
    expect((await bench.recall.recall(asking(QUESTION))).timings_ms).not.toHaveProperty("prewarmed");
  });
});
