import { describe, expect, it } from "vitest";

import { checkQuestion } from "../../eval/golden-question.ts";
import type { GoldenQuestion } from "../../eval/golden-question.ts";
import { askCanary, comparable, judgeCanary } from "./canary.ts";
import type { Gateway, ToolAnswer } from "./gateway.ts";

const golden = (lines: readonly object[]): GoldenQuestion[] => lines.map((line, index) => checkQuestion(line, `line ${index + 1}`) as GoldenQuestion);

const QUESTIONS = golden([
  { question: "Where is the key?", text: ["with the florist"] },
  { question: "What is the boat called?", text: ["Albatross", "the albatross"] },
  { question: "Which is it?", ids: ["m-17"] },
  { question: "What is the capital of Peru?", none: true },
]);

/** A gateway whose only tool knows these sentences. */
function gatewayWith(tool: string, sentences: readonly string[]): Gateway {
  return {
    url: "http://127.0.0.1:1",
    isRunning: async () => true,
    call: async (name): Promise<ToolAnswer> => (name === tool ? { outcome: "answered", text: sentences.join("\n") } : { outcome: "missing", reason: "no such tool" }),
  };
}

describe("the canary", () => {
  it("asks what a memory that is not ours can answer: questions with words", () => {
    expect(comparable(QUESTIONS).map(({ place }) => place)).toEqual(["line 1", "line 2"]);
    expect(() => comparable(QUESTIONS.slice(2))).toThrow("in words");
  });

  it.each(["memory_recall", "memory_search"])("counts what is answered through %s, whatever the case and white space", async (tool) => {
    const side = await askCanary(gatewayWith(tool, ["The key is WITH\n the  florist."]), "memory-core", comparable(QUESTIONS));
    expect(side).toEqual({ memory: "memory-core", answered: ["line 1"] });
  });

  it("a memory without a tool answers nothing", async () => {
    expect((await askCanary(gatewayWith("dance", ["with the florist"]), "none", comparable(QUESTIONS))).answered).toEqual([]);
  });

  it("is worse with fewer answers, and only then", () => {
    const side = (count: number) => ({ memory: "x", answered: ["line 1", "line 2"].slice(0, count) });
    const isWorse = (old: number, now: number): boolean => judgeCanary(QUESTIONS, side(old), side(now)).isWorse;
    expect([isWorse(2, 1), isWorse(1, 1), isWorse(0, 1), isWorse(0, 0)]).toEqual([true, false, false, false]);
  });
});
