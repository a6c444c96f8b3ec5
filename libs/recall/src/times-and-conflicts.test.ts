import type { RecallItem, RecallResponse } from "@memory-cortex/models";
import { beforeEach, describe, expect, it } from "vitest";

import { ANN, newMemory, NOON, openRecallBench } from "./recall-bench.fixture.ts";
import type { RecallBench } from "./recall-bench.fixture.ts";

const DAY = 86_400_000;
const MARCH = Date.UTC(2026, 2, 10);
const MAY = Date.UTC(2026, 4, 1);
/** When it was heard of, some time after it was so. */
const HEARD = Date.UTC(2026, 4, 15);
const WHERE = "Where does Ann live?";

/** What a permanent memory without a project gets for its lifetime: weight times factor. */
const LIFETIME = 0.08 * 0.67;

const textsOf = ({ items }: RecallResponse): string[] => items.map(({ text }) => text);
const itemOf = ({ items }: RecallResponse, text: string): RecallItem => items.find((item) => item.text.startsWith(text))!;
const sumOf = ({ factors = {} }: RecallItem): number => Object.values(factors).reduce((sum, value) => sum + value, 0);

describe("what was true, and what was known", () => {
  let bench: RecallBench;

  beforeEach(async () => {
    bench = await openRecallBench([], { llm: undefined });
    const berlin = await bench.remember("Ann lives in Berlin", { validFrom: Date.UTC(2026, 0, 1), createdAt: Date.UTC(2026, 0, 5), observedAt: Date.UTC(2026, 0, 5) });
    const memory = newMemory("Ann lives in Lisbon", { validFrom: MAY, createdAt: HEARD, observedAt: HEARD });
    await bench.store.writeMemory(ANN, { action: "supersede", memoryId: berlin, memory, at: HEARD, change: "world", endsAt: MAY });
  });

  it("tells what is true now, since when, and nothing else", async () => {
    const answer = await bench.ask(WHERE);
    expect(textsOf(answer)).toEqual(["Ann lives in Lisbon"]);
    expect(answer.items[0]).toMatchObject({ valid_from: "2026-05-01T00:00:00.000Z", valid_to: null, superseded_by: null });
    expect(answer.context).toContain("Ann lives in Lisbon (since May 2026)");
  });

  it("tells by as_of what was true then", async () => {
    const answer = await bench.ask(WHERE, { as_of: MARCH });
    expect(textsOf(answer)).toEqual(["Ann lives in Berlin"]);
    expect(answer.context).toContain("Ann lives in Berlin (from January 2026 until May 2026)");
    expect(textsOf(await bench.ask(WHERE, { as_of: MAY + DAY }))).toEqual(["Ann lives in Lisbon"]);
  });

  it("tells by known_at what we would have said then", async () => {
    expect(textsOf(await bench.ask(WHERE, { known_at: MAY + DAY }))).toEqual(["Ann lives in Berlin"]);
    expect(textsOf(await bench.ask(WHERE, { known_at: HEARD + DAY }))).toEqual(["Ann lives in Lisbon"]);
    expect(textsOf(await bench.ask(WHERE, { known_at: Date.UTC(2026, 0, 2) }))).toEqual([]);
  });

  it("tells by both what was true at one moment by what we knew at another", async () => {
    expect(textsOf(await bench.ask(WHERE, { as_of: MAY + DAY, known_at: MAY + 2 * DAY }))).toEqual(["Ann lives in Berlin"]);
    expect(textsOf(await bench.ask(WHERE, { as_of: MAY + DAY, known_at: HEARD + DAY }))).toEqual(["Ann lives in Lisbon"]);
  });

  it("tells both with their times when history is asked for, the former at three tenths of its score", async () => {
    const history = await bench.ask(WHERE, { include_history: true, explain: true });
    expect(textsOf(history)).toEqual(["Ann lives in Lisbon", "Ann lives in Berlin"]);
    const [lisbon, berlin] = history.items as [RecallItem, RecallItem];
    expect(berlin).toMatchObject({ superseded_by: lisbon.id, valid_to: "2026-05-01T00:00:00.000Z" });
    const alone = itemOf(await bench.ask(WHERE, { as_of: MARCH, explain: true }), "Ann lives in Berlin");
    // Recency is measured from the same moment, and what remains differs by relevance beside another item at most.
    const unpenalised = (item: RecallItem, penalty: number) => (item.score - (item.factors!["relevance"] ?? 0)) / penalty;
    expect(unpenalised(berlin, 0.3)).toBeCloseTo(unpenalised(alone, 1), 9);
    expect(sumOf(berlin)).toBeCloseTo(berlin.score, 9);
  });

  it("does not punish what was replaced while its successor is not in the result", async () => {
    const march = itemOf(await bench.ask(WHERE, { as_of: MARCH, explain: true }), "Ann lives in Berlin");
    expect(march.factors!["lifetime"]).toBeCloseTo(LIFETIME, 9);
  });
});

describe("memories that contradict each other", () => {
  const [TUESDAY, FRIDAY, MONDAY] = ["Ann's dentist appointment is on Tuesday", "Ann's dentist appointment is on Friday", "Ann's dentist appointment is on Monday"] as const;
  let bench: RecallBench;
  let tuesday: string;
  let friday: string;

  beforeEach(async () => {
    bench = await openRecallBench([], { llm: undefined });
    tuesday = await bench.remember(TUESDAY);
    const memory = newMemory(FRIDAY);
    friday = memory.id;
    await bench.store.writeMemory(ANN, { action: "conflict", memory, with: [tuesday], group: "g", at: NOON });
  });

  it("name each other in items and context, and count at eight tenths", async () => {
    const answer = await bench.ask("When is the dentist appointment?", { explain: true });
    expect(itemOf(answer, TUESDAY).conflicts_with).toEqual([friday]);
    expect(itemOf(answer, FRIDAY).conflicts_with).toEqual([tuesday]);
    expect(answer.context).toContain(`Tuesday [conflicts with: ${friday}]`);
    expect(answer.context).toContain(`Friday [conflicts with: ${tuesday}]`);
    for (const item of answer.items) {
      expect(item.factors!["lifetime"]).toBeCloseTo(LIFETIME * 0.8, 9);
      expect(sumOf(item)).toBeCloseTo(item.score, 9);
    }
  });

  it("name those that are not in the answer too", async () => {
    const memory = newMemory(MONDAY, { type: "episode" });
    await bench.store.writeMemory(ANN, { action: "conflict", memory, with: [tuesday], group: "other", at: NOON });
    const { items } = await bench.ask("When is the dentist appointment?", { types: ["episode"] });
    expect(items).toHaveLength(1);
    expect(new Set(items[0]!.conflicts_with)).toEqual(new Set([tuesday, friday]));
  });

  it("are no conflict once one of them has won", async () => {
    await bench.store.resolveConflict(ANN, { group: "g", winnerId: friday, at: NOON });
    bench.clock.time += 1_000;
    const answer = await bench.ask("When is the dentist appointment?", { explain: true });
    expect(textsOf(answer)).toEqual([FRIDAY]);
    expect(answer.items[0]).not.toHaveProperty("conflicts_with");
    expect(answer.items[0]!.factors!["lifetime"]).toBeCloseTo(LIFETIME, 9);
    expect(answer.context).not.toContain("conflicts");
  });

  it("are told without each other's ids when the store cannot be asked", async () => {
    bench.store.listConflicts = () => Promise.reject(new RangeError("down"));
    const memory = newMemory(MONDAY, { type: "episode" });
    await bench.store.writeMemory(ANN, { action: "conflict", memory, with: [tuesday], group: "other", at: NOON });
    const answer = await bench.ask("When is the dentist appointment?", { types: ["episode"] });
    expect(answer.items[0]!.conflicts_with).toEqual([]);
    expect(answer.context).toContain("[conflicts with: another memory]");
  });
});
