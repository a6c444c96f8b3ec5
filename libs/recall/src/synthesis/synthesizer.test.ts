import { describe, expect, it } from "vitest";

import { ANN, asking, newMemory, NOON, openRecallBench, topicEmbedder } from "../recall-bench.fixture.ts";
import type { RecallBench } from "../recall-bench.fixture.ts";
import { NARRATIVE_LIFETIME_MS } from "./narratives.ts";

const TALK = ["My dentist appointment is on Tuesday at nine.", "They moved the dentist appointment to Friday.", "The weather was lovely in the mountains.", "I baked bread with rye flour."];
const QUESTION = "When is the dentist appointment?";
const FOLLOWING = "On which day did they move the dentist appointment?";
const SUMMARY = "Summary (from previous context):";
const NARRATIVE = "The dentist appointment was moved to Friday.";

/** Cites the first statement that holds the word. */
const telling = (text: string, word = "moved") => (request: { messages: readonly { content: string }[] }) => {
  const numbers = [...request.messages[0]!.content.matchAll(/<statement number="(\d+)"[^>]*>([^<]*)/gu)];
  return { sentences: [{ text, statements: [Number(numbers.find(([, , said]) => said!.includes(word))?.[1] ?? 99)] }] };
};

async function withNarrative(options: Parameters<typeof openRecallBench>[1] = {}, over: Record<string, unknown> = {}): Promise<RecallBench> {
  const bench = await openRecallBench(TALK, { answer: telling(NARRATIVE), ...options });
  const first = await bench.ask(QUESTION, over);
  expect(first.context).not.toContain(SUMMARY);
  expect(await bench.synthesize()).toEqual([{ outcome: "success" }]);
  expect(bench.told).toContain("narrative made");
  return bench;
}

describe("a narrative of a recall", () => {
  it.each([
    ["by words alone", undefined],
    ["by meaning", topicEmbedder(/dentist|appointment/gu, /bread|flour|rye|bake/gu)],
  ])("stands in the next recall of the conversation that is on its topic, %s", async (_, embedder) => {
    const bench = await withNarrative(embedder === undefined ? {} : { embedder });
    const { context, summary, items, receipt_id: receiptId } = await bench.ask(FOLLOWING);
    expect(context).toContain(`**${SUMMARY}** ${NARRATIVE}\n- [`);
    expect(summary).toEqual({ text: NARRATIVE, ids: [items.find(({ text }) => text.includes("moved"))?.id] });
    expect(await bench.recall.receipt("ann", receiptId)).toMatchObject({ summary: summary!.ids });
    expect(bench.told).toContain("summary used");
    expect(await bench.recall.explain({ ...asking(FOLLOWING), why: [] })).toMatchObject({ summary: summary!.ids });
  });

  it.each([
    ["by words alone", undefined],
    ["by meaning", topicEmbedder(/dentist|appointment/gu, /bread|flour|rye|bake/gu)],
  ])("stays out of a recall on something else, however soon it comes, %s", async (_, embedder) => {
    const bench = await withNarrative(embedder === undefined ? {} : { embedder });
    const { context } = await bench.ask("What kind of flour did I bake bread with?");
    expect(context).toContain("rye");
    expect(context).not.toContain(SUMMARY);
    expect(bench.told).toContain("summary off_topic");
    expect((await bench.ask(FOLLOWING)).context).toContain(SUMMARY);
  });

  it("is kept for five minutes", async () => {
    const bench = await withNarrative();
    bench.clock.time += NARRATIVE_LIFETIME_MS - 1;
    expect((await bench.ask(FOLLOWING)).context).toContain(SUMMARY);
    bench.clock.time += 1;
    expect((await bench.ask(FOLLOWING)).context).not.toContain(SUMMARY);
  });

  it.each([
    ["another session", { session_id: "other" }],
    ["other namespaces", { namespaces: ["global", "personal"] }],
    ["no session", { session_id: undefined }],
    ["another filter", { kinds: ["turn"] }],
    ["a moment in the past", { as_of: NOON - 1_000 }],
    ["a moment of knowledge", { known_at: NOON + 1_000 }],
    ["a wish to do without", { without: ["summary"] }],
  ])("never reaches a request with %s", async (_, over) => {
    const bench = await withNarrative();
    expect((await bench.ask(FOLLOWING, over)).context ?? "").not.toContain(SUMMARY);
  });

  it("never reaches a search", async () => {
    const bench = await withNarrative();
    expect(JSON.stringify(await bench.recall.search(asking(FOLLOWING)))).not.toContain(NARRATIVE);
  });

  it("cites what was given, or is not kept", async () => {
    const bench = await openRecallBench(TALK, { answer: telling(NARRATIVE, "no such word") });
    await bench.ask(QUESTION);
    expect(await bench.synthesize()).toEqual([{ outcome: "skipped", reason: "unsupported" }]);
    expect((await bench.ask(FOLLOWING)).context).not.toContain(SUMMARY);
  });

  it("fails no job when the model fails, and the recall after it asks anew", async () => {
    const bench = await openRecallBench(TALK, { answer: telling(NARRATIVE) });
    bench.llm.failWith("llm_budget_spent");
    await bench.ask(QUESTION);
    expect(await bench.synthesize()).toEqual([{ outcome: "skipped", reason: "llm_budget_spent" }]);
    bench.llm.recover();
    await bench.ask(FOLLOWING);
    expect(await bench.synthesize()).toEqual([{ outcome: "success" }]);
    expect((await bench.ask(QUESTION)).context).toContain(SUMMARY);
  });

  it("is not asked for twice for one question over the same statements", async () => {
    const bench = await withNarrative();
    await bench.ask(QUESTION, { limit: 14 });
    expect(bench.woken).toEqual([]);
  });

  it("is not made of a trivial prompt, a question without a topic, or an answer with nothing to tell", async () => {
    const bench = await openRecallBench(TALK);
    for (const query of ["ok", "when?", "zeppelins over the harbour"]) await bench.ask(query);
    expect(bench.woken).toEqual([]);
    expect(await bench.recall.synthesizeHandler({ user_id: "ann", namespaces: ["global"], session_id: "now" }, { signal: new AbortController().signal, attempt: 1 })).toEqual({ outcome: "skipped", reason: "nothing_wanted" });
  });

  it("carries no text through the queue", async () => {
    const bench = await openRecallBench(TALK, { answer: telling(NARRATIVE) });
    await bench.ask(QUESTION);
    expect(bench.woken).toEqual([{ user_id: "ann", namespaces: ["global"], session_id: "now" }]);
  });
});

describe("what a narrative rests on", () => {
  const CITED = "Ann's dentist appointment was moved to Friday by the practice";

  async function citing(): Promise<{ bench: RecallBench; id: string }> {
    const bench = await openRecallBench([], { answer: telling(NARRATIVE, "by the practice") });
    await bench.say(["The weather was lovely in the mountains.", "The dentist asked for my insurance card."]);
    const id = await bench.remember(CITED);
    await bench.ask(QUESTION);
    expect(await bench.synthesize()).toEqual([{ outcome: "success" }]);
    return { bench, id };
  }

  it("is used while it stands, and counts of use are no change", async () => {
    const { bench, id } = await citing();
    await bench.store.touch(ANN, { ids: [id], at: NOON });
    expect((await bench.ask(FOLLOWING)).summary?.ids).toEqual([id]);
  });

  it.each<[string, (bench: RecallBench, id: string) => Promise<unknown>]>([
    ["is forgotten", (bench, id) => bench.store.eraseMemory(ANN, { id, at: NOON })],
    ["is retired", (bench, id) => bench.store.retireMemory(ANN, { id, at: NOON })],
    ["gets a successor", (bench, id) => bench.store.writeMemory(ANN, { action: "supersede", memoryId: id, memory: newMemory("Ann's dentist appointment was moved to Monday"), at: NOON })],
    ["ends in the world", (bench, id) => bench.store.writeMemory(ANN, { action: "end", memoryId: id, endsAt: NOON, at: NOON, turnIds: [] })],
    ["is contradicted", (bench, id) => bench.store.writeMemory(ANN, { action: "conflict", memory: newMemory("Ann's dentist appointment was moved to Monday"), with: [id], group: "g", at: NOON })],
  ])("drops the narrative when it %s meanwhile", async (_, change) => {
    const { bench, id } = await citing();
    await change(bench, id);
    expect((await bench.ask(FOLLOWING)).context ?? "").not.toContain(SUMMARY);
    expect(bench.told).not.toContain("summary used");
  });

  it("is not kept when something is erased while it is being made", async () => {
    const bench = await openRecallBench(TALK, { answer: telling(NARRATIVE) });
    const id = await bench.remember("Ann likes the sea");
    await bench.ask(QUESTION);
    bench.llm.stall();
    const making = bench.synthesize();
    await expect.poll(() => bench.llm.calls.length).toBe(1);
    await bench.store.eraseMemory(ANN, { id, at: NOON });
    bench.llm.recover();
    expect(await making).toEqual([{ outcome: "skipped", reason: "erased_meanwhile" }]);
    expect((await bench.ask(FOLLOWING)).context).not.toContain(SUMMARY);
  });
});
