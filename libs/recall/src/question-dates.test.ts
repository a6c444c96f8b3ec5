import { describe, expect, it } from "vitest";

import { questionDates } from "./question-dates.ts";

const ASKED = Date.UTC(2026, 10, 22, 12);
/** A Wednesday. */
const IN_SEPTEMBER = Date.UTC(2025, 8, 10, 12);

const dayOf = (time: number): string => (Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : "");
const days = (question: string, askedAt = ASKED) => questionDates(question, askedAt).map(({ from, until }) => `${dayOf(from)}..${dayOf(until)}`);

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
    ["What changed from May to July 2024?", ["2024-05-01..2024-08-01"]],
    ["What changed between 2019 and 2021?", ["2019-01-01..2022-01-01"]],
    ["Where was Dave in the last two weeks of August 2023?", ["2023-08-01..2023-09-01"]],
    ["Where was Tim in the week before 16 November 2023?", ["2023-11-09..2023-11-16"]],
    ["What was the problem last week, as said on November 6, 2023?", ["2023-11-06..2023-11-07"]],
    ["When did Dave host a card-playing night?", []],
    ["What did we do yesterday evening?", ["2026-11-21..2026-11-22"]],
  ])("finds in %j only what is meant", (question, ranges) => {
    expect(days(question)).toEqual(ranges);
  });

  it.each([
    ["What did I do before May 2025?", "..2025-05-01"],
    ["What did I do prior to 5 June 2025?", "..2025-06-05"],
    ["What did I do until March 2025?", "..2025-04-01"],
    ["What did I do before last week?", "..2025-08-30"],
    ["What did I do before Christmas?", "..2024-12-24"],
    ["What did I do before the move in June?", "..2025-07-01"],
    ["What did I do after 1 August 2025?", "2025-08-02.."],
    ["What did I do after our trip in August 2023?", "2023-08-01.."],
    ["What did I do after June?", "2025-07-01.."],
    ["What did I do since June?", "2025-06-01..2025-09-10"],
    ["What did I do since May?", "2025-05-01..2025-09-10"],
    ["What did I do since 2022?", "2022-01-01..2025-09-10"],
    ["What did I do since the summer?", "2025-06-01..2025-09-10"],
    ["What did I do from March on?", "2025-03-01..2025-09-10"],
    ["What did I do after March 2025 and before June 2025?", "2025-04-01..2025-06-01"],
    ["What did I do shortly after 5 May 2025?", "2025-05-06..2025-05-20"],
    ["What did I do just before 5 May 2025?", "2025-04-21..2025-05-05"],
    ["What had I done by May 2025?", "2025-05-01..2025-06-01"],
  ])("is open to the side that is asked for: %s", (question, range) => {
    expect(days(question, IN_SEPTEMBER)).toEqual([range]);
  });

  it.each([
    ["What did I do in the last three weeks?", "2025-08-20..2025-09-10"],
    ["What did I do the past two months?", "2025-07-10..2025-09-10"],
    ["What did I do in the last 10 days?", "2025-08-31..2025-09-10"],
    ["What did I do over the past year?", "2024-09-10..2025-09-10"],
    ["What did I do these last few days?", "2025-09-06..2025-09-10"],
    ["What did I do this week?", "2025-09-08..2025-09-15"],
    ["What did I do last weekend?", "2025-09-06..2025-09-08"],
    ["What did I do last summer?", "2025-06-01..2025-09-01"],
    ["What did I do last winter?", "2024-12-01..2025-03-01"],
    ["What shall I do next winter?", "2025-12-01..2026-03-01"],
    ["What did I do this spring?", "2025-03-01..2025-06-01"],
    ["What shall I do this Christmas?", "2025-12-24..2025-12-27"],
    ["What did I do last May?", "2025-05-01..2025-06-01"],
    ["What shall I do next March?", "2026-03-01..2026-04-01"],
  ])("is told from when it is asked: %s", (question, range) => {
    expect(days(question, IN_SEPTEMBER)).toEqual([range]);
  });

  it.each([
    ["What did I do in spring 2024?", "2024-03-01..2024-06-01"],
    ["What did I do in the fall of 2023?", "2023-09-01..2023-12-01"],
    ["What did I do at Christmas?", "2022-12-24..2022-12-27"],
    ["What did I do over the summer?", "2023-06-01..2023-09-01"],
    ["What did I do in winter 2024?", "2023-12-01..2024-03-01"],
    ["What did I do in early May?", "2025-05-01..2025-05-11"],
    ["What did I do in mid-June 2025?", "2025-06-11..2025-06-21"],
    ["What did I do at the end of May 2024?", "2024-05-22..2024-06-01"],
    ["What did I do in late 2024?", "2024-09-01..2025-01-01"],
    ["What did I do early last year?", "2024-01-01..2024-05-02"],
  ])("knows seasons, feasts and parts: %s", (question, range) => {
    expect(days(question, IN_SEPTEMBER)).toContain(range);
  });

  it("has today in the week, and in what reaches up to now", () => {
    for (const question of ["What did I do this week?", "What did I do in the last two days?", "What did I do since Monday?"]) {
      const [range] = questionDates(question, IN_SEPTEMBER);
      expect(range!.from).toBeLessThanOrEqual(IN_SEPTEMBER - 43_200_000);
      expect(range!.until).toBeGreaterThanOrEqual(IN_SEPTEMBER);
    }
  });

  it("takes a month without a year for that of the last years", () => {
    expect(days("What did she do in May?")).toEqual(expect.arrayContaining(["2026-05-01..2026-06-01", "2023-05-01..2023-06-01"]));
    expect(days("What did she do in May or June?")).toEqual(expect.arrayContaining(["2026-05-01..2026-06-01", "2023-06-01..2023-07-01"]));
  });

  it.each([
    "What may I do?", "May I go?", "Who is Ann?", "Who is June?", "When did April visit?", "What is Sun doing?", "What is on at 9pm?", "今天吃什么", `${"May 2024 ".repeat(100)}?`,
    "When did they fall in love?", "Where is the spring?", "How did I feel after the fall?", "Where is the Christmas tree?", "What are the plans for the summer?",
    "What did I drink for 2 weeks?", "What did I do a month after the surgery?", "What happened in the last week of the trip?",
  ])("finds none in %j", (question) => {
    expect(days(question)).toEqual([]);
  });
});
