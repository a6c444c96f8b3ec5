import { RECALL_PARTS } from "@memory-cortex/models/wire";
import { expect, test } from "vitest";

import { readLocomo } from "../datasets/locomo.ts";
import { summariseQuality } from "./measure.ts";
import type { QuestionResult } from "./measure.ts";
import { everyComparison, withoutCaptionsOf, withoutParts } from "./variants.ts";

const dataset = readLocomo([
  {
    sample_id: "c",
    conversation: { session_1_date_time: "1:56 pm on 8 May, 2023", session_1: [{ speaker: "Ann", dia_id: "D1:1", text: "Look!", blip_caption: "a red kite" }, { speaker: "Ben", dia_id: "D1:2", text: "Nice." }] },
    qa: [{ question: "What did Ann show?", evidence: ["D1:1"], category: 4 }],
  },
]);
const conversation = dataset.conversations[0]!;

test("every part of recall is left out once, and captions at the feeding", () => {
  const names = everyComparison(["static"]).map(({ name }) => name);
  for (const part of RECALL_PARTS) expect(names).toContain(`without ${part}`);
  expect(names).toContain("without captions");
  expect(everyComparison([]).map(({ name }) => name)).not.toContain("without meaning");
  expect(everyComparison(["static", "minilm"]).map(({ name }) => name)).toContain("without meaning:minilm");
});

test("parts left out together are one request", () => {
  const { changed } = withoutParts(["words", "captions", "dates"]);
  expect(changed.request(conversation)).toEqual({ without: ["words", "dates"] });
  expect(changed.withoutCaptions).toBe(true);
});

test("a conversation ends with its last turn", () => {
  const asked = everyComparison([]).find(({ name }) => name === "asked when the conversation ends");
  expect(asked?.changed.request(conversation)).toEqual({ asked_at: Date.UTC(2023, 4, 8, 13, 57) });
});

test("captions go, the rest of the text stays", () => {
  expect(conversation.turns[0]?.text).toBe("Look! [image: a red kite]");
  expect(withoutCaptionsOf(conversation)?.turns.map(({ text }) => text)).toEqual(["Look!", "Nice."]);
  expect(withoutCaptionsOf({ ...conversation, turns: conversation.turns.slice(1) })).toBeNull();
});

test("questions with several gold turns are counted apart, among the headline ones only", () => {
  const metrics = (all: number) => ({ "recall@5": all, "recall@10": all, "recall@20": all, "ndcg@10": all, mrr: all, "all@10": all });
  const result = (question: string, entry: Partial<QuestionResult>): QuestionResult => ({ dataset: "d", mode: "m", conversation: "c", question, category: "x", headline: true, goldTurns: 1, degraded: false, metrics: metrics(1), ...entry });
  const rows = summariseQuality([result("1", {}), result("2", { goldTurns: 2, metrics: metrics(0) }), result("3", { goldTurns: 3, headline: false })]);
  const row = (category: string) => rows.find((entry) => entry.category === category);
  expect(row("headline")).toMatchObject({ questions: 2, metrics: { "recall@10": { mean: 50 } } });
  expect(row("headline, several gold turns")).toMatchObject({ questions: 1, metrics: { "all@10": { mean: 0 } } });
  expect(row("x")).toMatchObject({ questions: 3 });
});
