import { describe, expect, it } from "vitest";

import { planContext } from "./plan-context.ts";

describe("planContext", () => {
  it.each(["hi", "好的👌", "/new", "HEARTBEAT", "👍", ""])("skips %j", (prompt) => {
    expect(planContext(prompt)).toEqual({ kind: "casual", skip: true, maxFacts: 0, maxTokens: 0 });
  });

  it.each([
    ["memory", 25, 1_000, ["Do you remember when we moved?", "What did I tell you about Bob?", "What's my favourite colour?", "When is my dentist appointment?", "last week we discussed a plan", "我上次说过什么？", "还记得我的生日吗", "Weißt du noch, wo wir waren?", "Do you remember the bug in parse()?"]],
    ["coding", 5, 200, ["Fix the bug in parser.ts", "Write a function that sorts a list", "```js\n1+1\n```", "why does git rebase fail", "这个函数报错了", "call open() twice", "Please refactor this"]],
    ["media", 3, 150, ["Draw me a picture of a cat", "Generate a logo for the shop", "play some music", "what is in holiday.jpg", "画一只猫", "transcribe the call"]],
    ["research", 10, 400, ["Research the best heat pumps", "Compare the two offers", "Summarize the report", "search the web for flights", "what's the latest on fusion", "比较这两个方案"]],
    ["general", 15, 500, ["What could I cook tonight?", "Book a table for two", "How far is it to the lake?", "晚饭吃什么", "Is Ann coming?"]],
  ] as const)("knows what %s is worth", (kind, maxFacts, maxTokens, prompts) => {
    for (const prompt of prompts) expect({ prompt, ...planContext(prompt) }).toEqual({ prompt, kind, skip: false, maxFacts, maxTokens });
  });

  it("follows a configured size where nothing particular is asked for, and goes nowhere beyond one below the default", () => {
    const larger = { maxFacts: 40, maxTokens: 2_000 };
    expect(planContext("What could I cook tonight?", larger)).toMatchObject(larger);
    expect(planContext("Do you remember Bob?", larger)).toMatchObject({ maxFacts: 25, maxTokens: 1_000 });
    const smaller = { maxFacts: 4, maxTokens: 160 };
    expect(planContext("Do you remember Bob?", smaller)).toMatchObject(smaller);
    expect(planContext("Draw me a picture", smaller)).toMatchObject({ maxFacts: 3, maxTokens: 150 });
  });

  it("reads only the beginning of what was pasted", () => {
    expect(planContext(`What could I cook tonight? ${"menu ".repeat(1_000)} function`).kind).toBe("general");
  });
});
