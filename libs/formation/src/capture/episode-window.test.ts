import { expect, it } from "vitest";

import { resolveDate } from "./dates.ts";
import { episodeWindow } from "./episode-window.ts";

const SAID = Date.UTC(2026, 4, 20, 15);
const day = (month: number, date: number, year = 2026) => Date.UTC(year, month - 1, date);

it.each([
  ["We deployed the service yesterday.", day(5, 19), day(5, 20)],
  ["We deployed the service on 12 May.", day(5, 12), day(5, 13)],
  ["The fair was last month.", day(4, 1), day(5, 1)],
  ["We went camping May 12–15.", day(5, 12), day(5, 16)],
  ["We went camping from 28 April to 3 May.", day(4, 28), day(5, 4)],
  ["We worked on it from 9 to 5 on 12 May.", day(5, 12), day(5, 13)],
])("%s", (sentence, startAt, endAt) => {
  expect(episodeWindow(resolveDate(sentence, SAID)!)).toEqual({ startAt, endAt });
});

it("what is about a day reaches some days to either side of it", () => {
  const { startAt, endAt } = episodeWindow({ at: day(5, 13), until: null, precision: "about" });
  expect([startAt, endAt]).toEqual([day(5, 10), day(5, 17)]);
});

it("a month and a year reach to their ends", () => {
  expect(episodeWindow({ at: day(2, 1), until: null, precision: "month" })).toEqual({ startAt: day(2, 1), endAt: day(3, 1) });
  expect(episodeWindow({ at: day(1, 1, 2021), until: null, precision: "year" })).toEqual({ startAt: day(1, 1, 2021), endAt: day(1, 1, 2022) });
});

it.each([
  ["We go camping July 12–15.", "12 to 15 July 2026"],
  ["We were in Rome from 28 April to 3 May.", "28 April to 3 May 2026"],
  ["We are away from 30 December to 2 January.", "30 December 2026 to 2 January 2027"],
  ["The review moved from 12 May to 15 May.", "15 May 2026"],
])("%s is written as %s", (sentence, written) => {
  expect(resolveDate(sentence, SAID)!.written).toBe(written);
});
