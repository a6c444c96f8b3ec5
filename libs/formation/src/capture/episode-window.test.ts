import { expect, it } from "vitest";

import { resolveDate } from "./dates.ts";
import { episodeWindow } from "./episode-window.ts";

const SAID = Date.UTC(2026, 4, 20, 15);
const day = (month: number, date: number, year = 2026) => Date.UTC(year, month - 1, date);

it.each([
  ["We deployed the service yesterday.", day(5, 19), day(5, 20)],
  ["We deployed the service on 12 May.", day(5, 12), day(5, 13)],
  ["The fair was last month.", day(4, 1), day(5, 1)],
])("%s", (sentence, startAt, endAt) => {
  expect(episodeWindow(resolveDate(sentence, SAID)!)).toEqual({ startAt, endAt });
});

it("what is about a day reaches some days to either side of it", () => {
  const { startAt, endAt } = episodeWindow({ at: day(5, 13), precision: "about" });
  expect([startAt, endAt]).toEqual([day(5, 10), day(5, 17)]);
});

it("a month and a year reach to their ends", () => {
  expect(episodeWindow({ at: day(2, 1), precision: "month" })).toEqual({ startAt: day(2, 1), endAt: day(3, 1) });
  expect(episodeWindow({ at: day(1, 1, 2021), precision: "year" })).toEqual({ startAt: day(1, 1, 2021), endAt: day(1, 1, 2022) });
});
