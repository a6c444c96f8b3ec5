import { embedderRegistry } from "@memory-cortex/embedding";
import { createFakeLlm } from "@memory-cortex/llm/fake";
import type { FakeLlm } from "@memory-cortex/llm/fake";
import type { JobResult } from "@memory-cortex/queue";
import { CortexError } from "@memory-cortex/models";
import { createMemoryStore } from "@memory-cortex/store";
import type { Store } from "@memory-cortex/store";
import { describe, expect, it } from "vitest";

import { ANN, asking, NOON, openRecallBench, topicEmbedder } from "./recall-bench.fixture.ts";
import type { RecallBench } from "./recall-bench.fixture.ts";
import { createSynthesizeHandler } from "./synthesis/create-synthesize-handler.ts";
import { NARRATIVE_LIFETIME_MS } from "./synthesis/narratives.ts";

const TALK = ["My dentist appointment is on Tuesday at nine.", "They moved the dentist appointment to Friday.", "The weather was lovely in the mountains.", "I baked bread with rye flour."];
const QUESTION = "When is the dentist appointment?";
const FOLLOWING = "On which day did they move the dentist appointment?";
const NARRATIVE = "The dentist appointment was moved to Friday.";

interface Processes {
  store: Store;
  /** Two that answer recalls. */
  one: RecallBench;
  other: RecallBench;
  llm: FakeLlm;
  /** Runs the jobs that both have woken, in a third process; their payloads go through JSON, as through a queue. */
  work(): Promise<JobResult[]>;
  later(milliseconds: number): void;
}

async function processes({ withModel = true, withVectors = false, citing = "moved", gatherMs = 1_000 } = {}): Promise<Processes> {
  const clock = { time: NOON, now: () => clock.time };
  const store = createMemoryStore({ clock });
  const embedder = topicEmbedder(/dentist|appointment/gu, /bread|flour|rye|bake/gu);
  const llm = createFakeLlm({ clock, answer: (request) => ({ sentences: [{ text: NARRATIVE, statements: [numberOf(request.messages[0]!.content, citing)] }] }) });
  const options = { store, clock, revisions: "stored" as const, gatherMs, ...(withModel ? {} : { llm: undefined }), ...(withVectors ? { embedder } : {}) };
  const one = await openRecallBench(TALK, options);
  const { embedder: _, ...without } = { embedder, ...options };
  const other = await openRecallBench([], { ...without, ...(withVectors ? { embedders: embedderRegistry([embedder]) } : {}) });
  const handler = createSynthesizeHandler({ store, clock, embedders: embedderRegistry(withVectors ? [embedder] : []), llm });
  return {
    store, one, other, llm,
    async work() {
      const payloads = JSON.parse(JSON.stringify([...one.woken.splice(0), ...other.woken.splice(0)])) as RecallBench["woken"];
      return Promise.all(payloads.map((payload) => handler(payload, { signal: new AbortController().signal, attempt: 1 })));
    },
    later: (milliseconds) => void (clock.time += milliseconds),
  };
}

/** Of the first statement with the words. */
function numberOf(prompt: string, words: string): number {
  const statements = [...prompt.matchAll(/<statement number="(\d+)"[^>]*>([^<]*)/gu)];
  return Number(statements.find(([, , said]) => said!.includes(words))?.[1] ?? 99);
}

const isPrewarmed = ({ timings_ms }: { timings_ms: Record<string, number> }): boolean => "prewarmed" in timings_ms;
const woken = async ({ one, other }: Processes): Promise<void> => expect.poll(() => one.woken.length + other.woken.length).toBeGreaterThan(0);

describe("an answer that is kept where several processes write", () => {
  it("is given again while nothing is written", async () => {
    const { one } = await processes({ withModel: false });
    await one.ask(QUESTION);
    expect(isPrewarmed(await one.ask(QUESTION))).toBe(true);
  });

  it("is not given any more when another process has written or erased, and quotes nothing erased", async () => {
    const { one, other, store } = await processes({ withModel: false });
    const id = await other.remember("Ann's dentist appointment is with Dr. Wolf");
    expect((await one.ask(QUESTION)).context).toContain("Wolf");
    expect(isPrewarmed(await one.ask(QUESTION))).toBe(true);
    await store.eraseMemory(ANN, { id, at: NOON });
    for (const bench of [one, other]) {
      const answer = await bench.ask(QUESTION);
      expect(isPrewarmed(answer)).toBe(false);
      expect(JSON.stringify(answer)).not.toContain("Wolf");
    }
    await other.say(["The dentist appointment is cancelled."]);
    expect(isPrewarmed(await one.ask(QUESTION))).toBe(false);
  });

  it("is not kept when another process writes while it is made", async () => {
    const { one, other, store } = await processes({ withModel: false });
    const { searchText } = store;
    store.searchText = async (...parameters) => {
      const hits = await searchText(...parameters);
      store.searchText = searchText;
      await other.say(["The dentist appointment is cancelled."]);
      return hits;
    };
    await one.ask(QUESTION);
    expect(isPrewarmed(await one.ask(QUESTION))).toBe(false);
  });

  it("is done without when the store does not tell in time what is new", async () => {
    const { one, store } = await processes({ withModel: false });
    await one.ask(QUESTION);
    const { revisions } = store;
    for (const silent of [() => new Promise<never>(() => undefined), () => Promise.reject(new RangeError("down"))]) {
      store.revisions = silent;
      const answer = await one.ask(QUESTION, { deadline_ms: 400 });
      expect(isPrewarmed(answer)).toBe(false);
      expect(answer.items).not.toEqual([]);
      expect(answer.timings_ms["total"]).toBeLessThan(400);
    }
    store.revisions = revisions;
    expect(isPrewarmed(await one.ask(QUESTION))).toBe(true);
  });

  it("is not kept when the store does not tell in time what is new, and the store does not go on for nobody", async () => {
    const { one, store } = await processes({ withModel: false });
    const { revisions } = store;
    const signals: (AbortSignal | undefined)[] = [];
    store.revisions = (_, options) => {
      signals.push(options?.signal);
      return new Promise((_resolve, reject) => options?.signal?.addEventListener("abort", () => reject(new CortexError("aborted"))));
    };
    await one.ask(QUESTION, { deadline_ms: 400 });
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    store.revisions = revisions;
    expect(isPrewarmed(await one.ask(QUESTION))).toBe(false);
    expect(isPrewarmed(await one.ask(QUESTION))).toBe(true);
  });
});

describe("a narrative that another process makes", () => {
  async function withNarrative(options: Parameters<typeof processes>[0] = {}): Promise<Processes> {
    const opened = await processes(options);
    await opened.one.ask(QUESTION);
    await woken(opened);
    expect(opened.one.woken).toEqual([{ user_id: "ann", namespaces: ["global"], session_id: "now" }]);
    expect(await opened.work()).toEqual([{ outcome: "success" }]);
    return opened;
  }

  it.each([true, false])("stands in the next recall, whoever answers it, by meaning: %s", async (withVectors) => {
    const { one, other } = await withNarrative({ withVectors });
    for (const bench of [other, one]) expect((await bench.ask(FOLLOWING)).summary?.text).toBe(NARRATIVE);
    expect((await other.ask("What kind of flour did I bake bread with?")).summary).toBeUndefined();
  });

  it("makes a kept answer without it old", async () => {
    const opened = await processes();
    await opened.one.ask(QUESTION);
    await woken(opened);
    expect(isPrewarmed(await opened.one.ask(QUESTION))).toBe(true);
    await opened.work();
    expect((await opened.one.ask(QUESTION)).summary?.text).toBe(NARRATIVE);
  });

  it("is kept for five minutes, for its conversation and namespaces alone", async () => {
    const { other, later } = await withNarrative();
    for (const over of [{ session_id: "other" }, { session_id: undefined }, { namespaces: ["global", "personal"] }, { namespaces: ["personal"] }]) {
      expect((await other.ask(FOLLOWING, over)).summary).toBeUndefined();
    }
    expect((await other.recall.recall(asking(FOLLOWING, { user_id: "bob" }))).summary).toBeUndefined();
    later(NARRATIVE_LIFETIME_MS - 1);
    expect((await other.ask(FOLLOWING)).summary?.text).toBe(NARRATIVE);
    later(1);
    expect((await other.ask(FOLLOWING)).summary).toBeUndefined();
  });

  it("goes everywhere when anything is erased, and the question with it", async () => {
    const opened = await withNarrative();
    const { one, other, store } = opened;
    const id = await other.remember("Ann likes the sea");
    await one.ask("Which day is the dentist appointment moved to?");
    await woken(opened);
    const notes = () => Promise.all(["wish", "narrative"].map((kind) => store.getNote(ANN, { key: `${kind} 1 ${JSON.stringify(["ann", ["global"], "now"])}`, now: NOON })));
    expect((await notes()).map((note) => note?.body)).toEqual([expect.stringContaining("Which day"), expect.stringContaining(NARRATIVE)]);
    await store.eraseMemory(ANN, { id, at: NOON });
    expect(await notes()).toEqual([null, null]);
    for (const bench of [one, other]) expect((await bench.ask(FOLLOWING)).summary).toBeUndefined();
  });

  it("is dropped for all when what it rests on is told otherwise", async () => {
    const opened = await processes({ citing: "by the practice" });
    const { one, other, store } = opened;
    const id = await other.remember("Ann's dentist appointment was moved to Friday by the practice");
    await one.ask(QUESTION);
    await woken(opened);
    expect(await opened.work()).toEqual([{ outcome: "success" }]);
    expect((await one.ask(FOLLOWING)).summary?.ids).toEqual([id]);
    await store.retireMemory(ANN, { id, at: NOON });
    for (const bench of [other, one]) expect((await bench.ask(FOLLOWING)).summary).toBeUndefined();
  });

  it("is not kept when something is erased while it is being made", async () => {
    const opened = await processes();
    const { one, other, store, llm } = opened;
    const id = await other.remember("Ann likes the sea");
    await one.ask(QUESTION);
    await woken(opened);
    llm.stall();
    const working = opened.work();
    await expect.poll(() => llm.calls.length).toBe(1);
    await store.eraseMemory(ANN, { id, at: NOON });
    llm.recover();
    expect(await working).toEqual([{ outcome: "skipped", reason: "erased_meanwhile" }]);
    expect((await other.ask(FOLLOWING)).summary).toBeUndefined();
  });

  it("is made once of two wakes", async () => {
    const opened = await processes();
    await opened.one.ask(QUESTION);
    await woken(opened);
    opened.one.woken.push(...opened.one.woken);
    expect((await opened.work()).map(({ outcome }) => outcome).sort()).toEqual(["skipped", "success"]);
    expect(opened.llm.calls).toHaveLength(1);
  });
});

describe("a receipt of another process", () => {
  it("is found although it is still being gathered", async () => {
    const { one, other } = await processes({ withModel: false, gatherMs: 20 });
    const { receipt_id: id } = await one.ask(QUESTION);
    expect(await other.recall.receipt("ann", id)).toMatchObject({ id });
  });

  it("that never was is not waited for", { timeout: 5_000 }, async () => {
    const { other } = await processes({ withModel: false, gatherMs: 60_000 });
    expect(await other.recall.receipt("ann", "01900000-0000-7000-8000-000000000000")).toBeNull();
    expect(await other.recall.receipt("ann", "none")).toBeNull();
  });
});
