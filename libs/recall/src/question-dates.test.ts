import { describe, expect, it } from "vitest";

import { questionDates } from "./question-dates.ts";

const ASKED = Date.UTC(2026, 10, 22, 12);
const days = (question: string) => questionDates(question, ASKED).map(({ from, until }) => `${new Date(from).toISOString().slice(0, 10)}..${new Date(until).toISOString().slice(0, 10)}`);

describe("questionDates", () => {
  it.each([
    ["What did she say on 3 June 2024?", "2024-06-03..2024-06-04"],
    ["Where was Tim in September 2023?", "2023-09-01..2023-10-01"],
    ["What happened yesterday?", "2026-11-21..2026-11-22"],
    ["What happened last week?", "2026-11-11..2026-11-18"],
    ["What did we plan last month?", "2026-10-01..2026-11-01"],
    ["How was 2022 for Ann?", "2022-01-01..2023-01-01"],
  ])("finds the range in %j", (question, range) => {
    expect(days(question)).toContain(range);
  });

  it.each([
    ["Where was John between August 11 and August 15 2023?", ["2023-08-11..2023-08-16"]],
    ["What changed between June and August 2025?", ["2025-06-01..2025-09-01"]],
    ["Where was Dave in the last two weeks of August 2023?", ["2023-08-01..2023-09-01"]],
    ["What was the problem last week, as said on November 6, 2023?", ["2023-11-06..2023-11-07"]],
    ["When did Dave host a card-playing night?", []],
    ["What did we do yesterday evening?", ["2026-11-21..2026-11-22"]],
  ])("finds in %j only what is meant", (question, ranges) => {
    expect(days(question)).toEqual(ranges);
  });

  it("takes a month without a year for that of the last years", () => {
    expect(days("What did she do in May?")).toEqual(expect.arrayContaining(["2026-05-01..2026-06-01", "2023-05-01..2023-06-01"]));
  });

  it.each(["What may I do?", "Who is Ann?", "What is on at 9pm?", "今天吃什么", `${"May 2024 ".repeat(100)}?`])("finds none in %j", (question) => {
    expect(days(question)).toEqual([]);
  });
});
