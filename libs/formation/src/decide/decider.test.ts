import { createFakeLlm } from "@memory-cortex/llm/fake";
import { llmRegistry } from "@memory-cortex/llm";
import { createFakeEmbedder } from "@memory-cortex/embedding/fake";
import { embedderRegistry } from "@memory-cortex/embedding";
import { realmOf, uuidV7Source } from "@memory-cortex/models";
import type { Memory } from "@memory-cortex/models";
import { createMemoryStore } from "@memory-cortex/store";
import { beforeEach, describe, expect, it } from "vitest";

import type { CaptureCandidate } from "../capture/candidate.ts";
import { createDecider } from "./decider.ts";
import type { DeciderOptions } from "./decider.ts";

const JANUARY = Date.UTC(2026, 0, 10);
const MARCH = Date.UTC(2026, 2, 10);
const JUNE = Date.UTC(2026, 5, 10);
const SEPTEMBER = Date.UTC(2026, 8, 10);

let clock: { time: number; now: () => number };
let store: ReturnType<typeof createMemoryStore>;
const realm = realmOf("ana");

beforeEach(() => {
  clock = { time: JANUARY, now: () => clock.time };
  store = createMemoryStore({ clock });
});

let turn = 0;
function candidate(text: string, over: Partial<CaptureCandidate> = {}): CaptureCandidate {
  return {
    origin: "rules", type: "fact", text, topic: null, importance: 0.5, confidence: 0.8, tags: [], turnIds: [`turn-${(turn += 1)}`], speaker: null, observedAt: clock.time,
    validFrom: null, validTo: null, lifetime: "permanent", facts: [], entities: [], episode: null, change: "none", updates: [], ...over,
  };
}

async function capture(candidates: CaptureCandidate[], options: Partial<DeciderOptions> = {}): Promise<string[]> {
  const decider = createDecider({ store, ids: uuidV7Source(clock), ...options });
  const input = { candidates, turns: [] };
  const verdicts = await decider.judge(realm, input, { at: clock.time });
  const { writes, decided } = await decider.decide(realm, { ...input, verdicts }, { at: clock.time });
  await store.commitMemories(realm, { writes });
  return decided.map(({ decision }) => decision.outcome);
}

async function say(text: string, at: number, over: Partial<CaptureCandidate> = {}): Promise<string> {
  clock.time = Math.max(clock.time, at);
  const [outcome] = await capture([candidate(text, { observedAt: at, ...over })]);
  return outcome!;
}

async function all(): Promise<Memory[]> {
  return (await store.listMemories(realm, { includeHistory: true, now: clock.time }, { limit: 100 })).items.toReversed();
}
const current = async (): Promise<string[]> => (await store.listMemories(realm, { includeHistory: false, now: clock.time }, { limit: 100 })).items.map(({ text }) => text);

describe("what has changed", () => {
  it("decides each candidate of a long window against its own neighbours", async () => {
    const drinks = ["coffee", "tea", "cocoa", "lemonade", "cider", "juice"];
    const statements = drinks.map((drink, place) => `My cousin number ${place + 2} always brings ${drink} to the picnic`);
    await capture(statements.map((text) => candidate(text)));
    clock.time = MARCH;
    const later = [...statements.slice(0, 5).map((text) => candidate(text)), candidate("The library closes at nine on weekdays")];
    expect(await capture(later)).toEqual([...Array.from({ length: 5 }, () => "known"), "create"]);
  });

  it("ends in the world and stays believed for its time", async () => {
    await say("I live in Berlin.", JANUARY);
    expect(await say("We moved to Lisbon in May.", JUNE)).toBe("supersede");
    const [berlin, lisbon] = await all();
    expect(berlin).toMatchObject({ validTo: Date.UTC(2026, 4, 1), retiredAt: null, supersededAt: JUNE, supersededBy: lisbon!.id, reinforcedCount: 0 });
    expect(lisbon).toMatchObject({ validFrom: Date.UTC(2026, 4, 1), validTo: null, supersedes: berlin!.id });
    expect(await current()).toEqual(["We moved to Lisbon in May."]);
  });

  it.each([["I moved back to Berlin."], ["I live in Berlin."]])("A, B, A leaves three versions and the last A current: %s", async (back) => {
    await say("I live in Berlin.", JANUARY);
    await say("We moved to Lisbon.", MARCH);
    expect(await say(back, SEPTEMBER)).toBe("supersede");
    const versions = await all();
    expect(versions.map(({ text }) => text)).toEqual(["I live in Berlin.", "We moved to Lisbon.", back]);
    expect(await current()).toEqual([back]);
    expect((await store.history(realm, versions[0]!.id)).map(({ id }) => id)).toEqual(versions.map(({ id }) => id));
  });

  it("within one window, in the order in which it was said", async () => {
    clock.time = JUNE;
    const said = [candidate("I now work at Globex.", { observedAt: JUNE - 1_000 }), candidate("I work at Acme.", { observedAt: JUNE - 60_000 }), candidate("I left Globex for Hooli.", { observedAt: JUNE })];
    expect(await capture(said)).toEqual(["create", "supersede", "supersede"]);
    expect(await current()).toEqual(["I left Globex for Hooli."]);
  });

  it("ends every memory that says the same of the slot", async () => {
    await say("I work at Acme.", JANUARY);
    await say("I work as a baker at Acme, near the river.", JANUARY + 1);
    await say("I no longer work at Acme.", JUNE);
    expect(await current()).toEqual(["I no longer work at Acme."]);
    expect((await all()).map(({ supersededBy, validTo }) => [supersededBy !== null, validTo])).toEqual([[false, JUNE], [true, JUNE], [false, null]]);
  });

  it("takes no place of what holds more than the slot: both stand in conflict", async () => {
    await say("I live in Berlin, and my daughter goes to school there.", JANUARY);
    expect(await say("I moved to Lisbon.", JUNE)).toBe("conflict");
    expect(await current()).toHaveLength(2);
  });

  it("is not what is planned, added, or somebody else's", async () => {
    await say("I live in Berlin.", JANUARY);
    await say("We will move to Lisbon next spring.", MARCH);
    await say("I also live in Porto on weekends.", MARCH);
    await say("Ben: I moved to Graz.", MARCH, { speaker: "Ben" });
    await say("My sister moved to Lyon.", MARCH);
    expect(await current()).toHaveLength(5);
    expect((await all()).filter(({ conflictGroup }) => conflictGroup !== null)).toEqual([]);
  });
});

describe("what is told late", () => {
  it("is an earlier state, and ends nothing that was said after it", async () => {
    await say("I live in Lisbon.", JUNE);
    expect(await say("I live in Berlin.", JANUARY)).toBe("create");
    const berlin = (await all()).find(({ text }) => text.includes("Berlin"))!;
    expect(berlin).toMatchObject({ validTo: JUNE, supersededBy: null });
    expect(await current()).toEqual(["I live in Lisbon."]);
  });

  it("gives the same as in order when the later words tell of the change", async () => {
    await say("We moved to Lisbon in May.", JUNE);
    await say("I live in Berlin.", JANUARY);
    const berlin = (await all()).find(({ text }) => text.includes("Berlin"))!;
    expect(berlin.validTo).toBe(Date.UTC(2026, 4, 1));
    expect(await current()).toEqual(["We moved to Lisbon in May."]);
  });

  it("does not end what began after it, though its words speak of an end", async () => {
    await say("I work at Acme.", JUNE);
    await say("I left Acme.", JANUARY);
    expect(await current()).toEqual(["I work at Acme."]);
  });

  it("is known when an earlier version says it", async () => {
    await say("I live in Berlin.", JANUARY);
    await say("We moved to Lisbon.", JUNE);
    expect(await say("I'm living in Berlin.", MARCH)).toBe("known");
    expect(await all()).toHaveLength(2);
  });
});

describe("what contradicts without telling of a change", () => {
  it("stands in one conflict with what it contradicts, and reinforces nothing", async () => {
    await say("I work at Acme.", JANUARY);
    expect(await say("I work at Globex.", JUNE)).toBe("conflict");
    const [acme, globex] = await all();
    expect(acme).toMatchObject({ conflictStatus: "active", reinforcedCount: 0, validTo: null });
    expect(globex).toMatchObject({ conflictStatus: "active", conflictGroup: acme!.conflictGroup });
    expect(await say("I work at Globex.", SEPTEMBER)).toBe("known");
    expect(await all()).toHaveLength(2);
  });

  it("once settled does not come back by words from before; said anew, it is asked anew", async () => {
    await say("I work at Acme.", JANUARY);
    await say("I work at Globex.", MARCH);
    const [acme, globex] = await all();
    clock.time = JUNE;
    expect(await store.resolveConflict(realm, { group: acme!.conflictGroup!, winnerId: globex!.id, at: JUNE })).toBe(true);
    expect(await say("I work at Acme.", MARCH + 1_000)).toBe("known");
    expect(await current()).toEqual(["I work at Globex."]);
    expect(await store.getMemory(realm, globex!.id)).toMatchObject({ conflictStatus: null });
    expect(await say("I work at Acme.", SEPTEMBER)).toBe("conflict");
    expect(await store.getMemory(realm, acme!.id)).toMatchObject({ conflictStatus: "resolved", retiredAt: JUNE });
  });

  it("is no matter of another project", async () => {
    const decider = createDecider({ store, ids: uuidV7Source(clock) });
    const turns = ["red", "blue"].map((project) => ({ kind: "turn" as const, id: project, serial: 1, sessionId: "s", namespace: "global", position: 0, role: "user" as const, speaker: null, text: "", observedAt: JANUARY, timed: true, externalId: null, contentHash: "", channel: null, agentId: null, project, createdAt: JANUARY }));
    const candidates = [candidate("We use Jest for unit tests.", { turnIds: ["red"] }), candidate("We use Mocha for unit tests.", { turnIds: ["blue"] })];
    const { decided } = await decider.decide(realm, { candidates, turns }, { at: JANUARY });
    expect(decided.map(({ decision }) => decision.outcome)).toEqual(["create", "create"]);
  });
});

describe("what is known", () => {
  it("gains turns by the same words, and certainty by what it entails", async () => {
    await say("I live in Lisbon with two flatmates.", JANUARY);
    expect(await say("I live in Lisbon with two flatmates.", MARCH)).toBe("known");
    expect(await say("I live in Lisbon.", JUNE)).toBe("known");
    const [only, ...others] = await all();
    expect(others).toEqual([]);
    expect(only).toMatchObject({ reinforcedCount: 1, confidence: expect.closeTo(0.85) as number });
    expect(only!.provenance).toHaveLength(3);
  });

  it("does not come back once it was erased", async () => {
    await say("I live in Lisbon.", JANUARY);
    await store.eraseMemory(realm, { id: (await all())[0]!.id, at: MARCH });
    expect(await say("I live in Lisbon.", JUNE)).toBe("forgotten");
    expect(await all()).toEqual([]);
  });
});

describe("a model's word", () => {
  it("that something is replaced counts when the words say so", async () => {
    await say("I live in Berlin.", JANUARY);
    const fact = { subject: "user", predicate: "LIVES_IN", object: "Lisbon", negated: false, validFrom: null, validTo: null };
    expect(await say("The user lives in Lisbon.", MARCH, { origin: "llm", facts: [fact], change: "replaces" })).toBe("conflict");
  });

  const embedders = embedderRegistry([createFakeEmbedder()]);
  const judging = (verdict: string) => createFakeLlm({ answer: () => ({ verdicts: [{ pair: 1, verdict }, { pair: 99, verdict: "same" }] }) });

  it("settles what rules leave open, in one call", async () => {
    await say("The kitchen window facing the garden sticks.", JANUARY, { type: "fact" });
    const llm = judging("contradicts");
    expect(await capture([candidate("The kitchen window facing the garden slides.", { observedAt: JANUARY + 1 })], { embedders, llms: llmRegistry(llm) })).toEqual(["conflict"]);
    expect(llm.calls).toHaveLength(1);
    expect(llm.calls[0]).toMatchObject({ purpose: "judge" });
  });

  it.each(["llm_unavailable", "llm_invalid", "llm_budget_spent", "timeout"] as const)("that cannot be had (%s) leaves the decision to the rules", async (code) => {
    await say("The kitchen window facing the garden sticks.", JANUARY);
    const llm = judging("contradicts");
    llm.failWith(code);
    expect(await capture([candidate("The kitchen window facing the garden slides.", { observedAt: JANUARY + 1 })], { embedders, llms: llmRegistry(llm) })).toEqual(["create"]);
  });

  it("is waited for no longer than its time", async () => {
    await say("The kitchen window facing the garden sticks.", JANUARY);
    const llm = judging("contradicts");
    llm.stall();
    expect(await capture([candidate("The kitchen window facing the garden slides.", { observedAt: JANUARY + 1 })], { embedders, llms: llmRegistry(llm), judgeLimitMs: 5 })).toEqual(["create"]);
  });
});
