import { afterAll, expect, it } from "vitest";

import { captureByRules } from "../capture/capture-by-rules.ts";
import { describeText } from "../describe-text.ts";
import { namesInTurns } from "../entities/window-names.ts";
import { analysisCost } from "./analysis-cost.ts";
import { FormationThread } from "./formation-thread.ts";

const thread = new FormationThread();
afterAll(() => thread.close());

const SHORT = ["My dentist is Dr. Weber.", "ok"];
const IMPORT = Array.from({ length: 200 }, (_, index) => `On day ${index} we talked about the boat, the harbour and what it costs to keep one there for the winter.`);
const JAPANESE = "今日は東京へ行きました。天気がとても良くて、友達と一緒に公園を散歩しました。".repeat(600);

it.each([["short texts", SHORT], ["an import", IMPORT], ["a long text without spaces", [JAPANESE, "ok"]], ["nothing", []]])("describes %s as it would be done here", async (_, texts) => {
  expect(await thread.describe(texts)).toEqual(texts.map(describeText));
});

const TURNS = Array.from({ length: 60 }, (_, index) => ({
  kind: "turn" as const, id: `t${index}`, serial: index, sessionId: "s", namespace: "global", position: index, role: "user" as const, speaker: "Ann",
  text: `My favourite number is ${index}, and I live in house ${index}. ${"We talked for a while. ".repeat(20)}`, observedAt: 0, timed: true, externalId: null,
  contentHash: `h${index}`, channel: null, agentId: null, project: null, createdAt: 0,
}));

it("captures from many turns what the rules find", async () => {
  const found = await thread.capture({ turns: TURNS, context: [], now: 0 });
  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(captureByRules({ turns: TURNS, context: [], now: 0 }));
});

it.each([["a few turns", 1], ["many turns", 50]])("finds the names in %s as it would be done here", async (_, count) => {
  const turns = TURNS.slice(0, count).map((turn) => ({ ...turn, text: `${turn.text} Yesterday Melanie took me to Porto.` }));
  const window = { turns, context: TURNS.slice(50), familiar: new Set(["porto"]) };
  const found = await thread.names(window);
  expect(found[0]!.entities.map(({ name }) => name)).toContain("Melanie");
  expect(found).toEqual(namesInTurns(window));
});

it("says so when the thread dies over a text, and starts another", async () => {
  const dying = new FormationThread();
  const failed = expect(dying.describe([JAPANESE])).rejects.toMatchObject({ code: "internal" });
  await dying.close();
  await failed;
  expect(await dying.describe(IMPORT)).toEqual(IMPORT.map(describeText));
  await dying.close();
});

it("leaves this thread free meanwhile", async () => {
  let done = false;
  const describing = thread.describe([JAPANESE]).then(() => (done = true));
  let turns = 0;
  while (!done) {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await describing;
  expect(turns).toBeGreaterThan(100);
});

it("knows what is cheap: a few messages, but not a history or a page without spaces", () => {
  expect(analysisCost(SHORT)).toBeLessThan(0.1);
  expect(analysisCost(IMPORT)).toBeGreaterThan(2);
  expect(analysisCost([JAPANESE])).toBeGreaterThan(50);
  expect(analysisCost(["", "\ud800"])).toBeLessThan(0.1);
});
