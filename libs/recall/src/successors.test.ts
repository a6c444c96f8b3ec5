import { beforeEach, describe, expect, it } from "vitest";

import { ANN, newMemory, NOON, openRecallBench } from "./recall-bench.fixture.ts";
import type { RecallBench } from "./recall-bench.fixture.ts";

const WHERE = "In which town do I live?";
const SAID = "I live in a small flat in a town called Berlin";

describe("a turn that says what was true once", () => {
  let bench: RecallBench;
  let turnId: string;

  async function changed(oldId: string, text: string, over: Parameters<typeof newMemory>[1] = {}): Promise<string> {
    const memory = newMemory(text, { validFrom: NOON - 1_000, ...over });
    await bench.store.writeMemory(ANN, { action: "supersede", change: "world", memoryId: oldId, memory, at: NOON - 1_000 });
    return memory.id;
  }

  const texts = async (over: Record<string, unknown> = {}): Promise<string[]> => (await bench.ask(WHERE, over)).items.map(({ text }) => text);

  let berlin: string;
  beforeEach(async () => {
    bench = await openRecallBench([], { llm: undefined });
    turnId = (await bench.say([SAID, "The heating in the office is broken again"]))[0]!;
    berlin = await bench.remember("Lives in Berlin", { provenance: [turnId] });
  });

  it("stands behind the memory of what is true now, though that shares no word with the question", async () => {
    const lisbon = await changed(berlin, "Moved to Lisbon");
    const { items, context } = await bench.ask(WHERE);
    expect(items.map(({ text }) => text).slice(0, 2)).toEqual(["Moved to Lisbon", SAID]);
    expect(items[1]).toMatchObject({ id: turnId, outdated_by: lisbon });
    expect(context).toMatch(/Moved to Lisbon.*\n.*Berlin \(changed since\)/);
  });

  it("leads to the latest of several changes", async () => {
    const lisbon = await changed(berlin, "Moved to Lisbon");
    const porto = await changed(lisbon, "Moved on to Porto");
    await changed(porto, "Moved on to Faro");
    expect((await texts()).slice(0, 2)).toEqual(["Moved on to Faro", SAID]);
  });

  it.each([["another time", { as_of: NOON - 2_000 }], ["other kinds", { kinds: ["turn"] }], ["other types", { types: ["rule"] }], ["no updates", { without: ["updates"] }]])("leads nowhere for a question about %s", async (_, over) => {
    await changed(berlin, "Moved to Lisbon");
    expect(await texts(over)).not.toContain("Moved to Lisbon");
  });

  it("leads to nothing that has ended since", async () => {
    await changed(berlin, "Moved to Lisbon", { validTo: NOON - 10 });
    expect(await texts()).not.toContain("Moved to Lisbon");
  });

  it("stays as it is when its memory was only put right", async () => {
    const memory = newMemory("Lives near Berlin");
    await bench.store.writeMemory(ANN, { action: "supersede", memoryId: berlin, memory, at: NOON - 1_000 });
    const { items } = await bench.ask(WHERE, { kinds: ["turn"] });
    expect(items[0]).not.toHaveProperty("outdated_by");
  });
});
