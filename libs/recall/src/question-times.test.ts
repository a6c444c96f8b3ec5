import type { RecallResponse } from "@memory-cortex/models";
import { uuidV7Source } from "@memory-cortex/models";
import { explainRequest } from "@memory-cortex/models/wire";
import { analyse, contentHash, countWords, encodeSignals, textSignals } from "@memory-cortex/text";
import { beforeEach, describe, expect, it } from "vitest";

import { ANN, newMemory, openRecallBench } from "./recall-bench.fixture.ts";
import type { RecallBench } from "./recall-bench.fixture.ts";

const ASKED = Date.UTC(2025, 8, 10, 12);
const [MARCH, JUNE, AUGUST] = [Date.UTC(2025, 2, 12), Date.UTC(2025, 5, 14), Date.UTC(2025, 7, 20)];
const POTTERY = "I signed up for the pottery class.";
const SAILING = "I signed up for the sailing class.";
const CHOIR = "I joined the choir on Main Street.";
const CHESS = "I joined the chess club on Main Street.";
const MOVE = "The move to Porto is done, all boxes are in.";
const ids = uuidV7Source({ now: () => ASKED });

/** Each text in a conversation of its own. */
async function sayAt({ store }: RecallBench, text: string, observedAt: number): Promise<string> {
  const turn = {
    id: ids.next(), role: "user" as const, speaker: null, text, observedAt, timed: true, externalId: null, contentHash: contentHash(text),
    terms: analyse(text), words: countWords(text), signals: encodeSignals(textSignals(text)), createdAt: observedAt,
  };
  const session = { sessionId: `said ${text}`, channel: null, agentId: null, project: null };
  await store.appendTurns(ANN, { session, revision: 0, inserts: [{ at: 0, turns: [turn] }] });
  return turn.id;
}

const textsOf = ({ items }: RecallResponse): string[] => items.map(({ text }) => text);

describe("a question that tells of a time", () => {
  let bench: RecallBench;
  const ask = (query: string, over: Record<string, unknown> = {}) => bench.ask(query, { asked_at: ASKED, ...over });

  beforeEach(async () => {
    bench = await openRecallBench([]);
    bench.clock.time = ASKED;
  });

  it.each([
    ["What did I sign up for before August 2025?", POTTERY],
    ["What did I sign up for until the end of May?", POTTERY],
    ["What did I sign up for this spring?", POTTERY],
    ["What did I sign up for since July?", SAILING],
    ["What did I sign up for after 1 August 2025?", SAILING],
    ["What did I sign up for in the last four weeks?", SAILING],
    ["What did I sign up for last summer?", SAILING],
  ])("prefers what was said then: %s", async (question, first) => {
    await sayAt(bench, POTTERY, MARCH);
    await sayAt(bench, SAILING, AUGUST);
    const texts = textsOf(await ask(question));
    expect(texts[0]).toBe(first);
    expect(texts).toEqual(expect.arrayContaining([POTTERY, SAILING]));
  });

  it("is about the last years from when it is asked, not from now", async () => {
    await sayAt(bench, POTTERY, MARCH);
    await sayAt(bench, SAILING, AUGUST);
    expect(textsOf(await ask("What did I sign up for last month?", { asked_at: Date.UTC(2025, 3, 5) }))[0]).toBe(POTTERY);
    expect(textsOf(await ask("What did I sign up for last month?"))[0]).toBe(SAILING);
  });

  it.each(["on 3 January 2021", "before 2020", "since yesterday", "in the last two weeks"])("hides nothing: what alone holds the words stands, though said at another time than %s", async (when) => {
    await sayAt(bench, "The plumber fixed the boiler in the cellar.", MARCH);
    await sayAt(bench, "I read a novel in the garden.", ASKED - 3_600_000);
    const answer = await ask(`What did the plumber fix in the cellar ${when}?`);
    expect(textsOf(answer)).toContain("The plumber fixed the boiler in the cellar.");
    expect(answer.context).toContain("boiler");
  });

  it.each([
    ["What did I join before the move?", CHOIR, CHESS],
    ["What did I join after the move?", CHESS, CHOIR],
    ["What did I join since the move?", CHESS, CHOIR],
    ["Before moving to Porto, what did I join?", CHOIR, CHESS],
  ])("tells time by an event: %s", async (question, better, worse) => {
    await sayAt(bench, CHOIR, MARCH);
    await sayAt(bench, MOVE, JUNE);
    await sayAt(bench, CHESS, AUGUST);
    const texts = textsOf(await ask(question));
    expect(texts).toEqual(expect.arrayContaining([CHOIR, MOVE, CHESS]));
    expect(texts.indexOf(better)).toBeLessThan(texts.indexOf(worse));
    const proximities = await proximitiesOf(question);
    expect(proximities.get(MOVE)).toBe(proximities.get(better));
  });

  it("takes what tells of a change for the event, not what asks or speaks of it otherwise", async () => {
    await sayAt(bench, CHOIR, MARCH);
    await sayAt(bench, "How shall I pay for the move to Porto?", Date.UTC(2025, 1, 1));
    await sayAt(bench, "I have moved to Porto.", JUNE);
    await sayAt(bench, CHESS, AUGUST);
    const proximities = await proximitiesOf("What did I join after I moved to Porto?");
    expect(proximities.get(CHOIR)).toBeLessThan(1e-4);
    expect(proximities.get(CHESS)).toBeGreaterThan(0.4);
  });

  it("takes the event's own time, whenever it was told", async () => {
    await sayAt(bench, CHOIR, MARCH);
    await sayAt(bench, CHESS, AUGUST);
    const memory = newMemory("The move to Porto", { type: "episode", observedAt: ASKED, episodeStart: JUNE, episodeEnd: JUNE + 86_400_000 });
    await bench.store.writeMemory(ANN, { action: "create", memory });
    const proximities = await proximitiesOf("What did I join before the move to Porto?");
    expect(proximities.get(CHOIR)).toBeGreaterThan(0.4);
    expect(proximities.get(CHESS)).toBeLessThan(1e-4);
  });

  it.each(["What did I join before the wedding?", "What did I join before?", "Which club that I joined looks after the street?"])("without a known event nothing is nearer: %s", async (question) => {
    await sayAt(bench, CHOIR, MARCH);
    await sayAt(bench, CHESS, AUGUST);
    expect([...(await proximitiesOf(question)).values()]).toEqual([0, 0]);
  });

  async function proximitiesOf(query: string): Promise<Map<string, number>> {
    const { items } = await bench.recall.explain(explainRequest.parse({ query, user_id: "ann", asked_at: ASKED, deadline_ms: 5_000 }));
    return new Map(items.map(({ text, features }) => [text, features!["near the dates of the question"]!]));
  }
});
