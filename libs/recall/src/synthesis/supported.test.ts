import { describe, expect, it } from "vitest";

import { memoryFixture, turnFixture } from "../stages/scored-item.fixture.ts";
import { holdsNoNewFigure } from "./supported.ts";

const said = Date.UTC(2026, 4, 14);
const moved = memoryFixture({ text: "Ann moved to Lisbon and pays 1,200 euros", observedAt: said, validFrom: Date.UTC(2026, 3, 2) });
const dentist = turnFixture({ text: "The dentist is at 09:30 on 2026-06-03.", observedAt: said });

describe("holdsNoNewFigure", () => {
  it.each([
    ["no figure at all", "Ann moved to Lisbon.", true],
    ["a figure of the text", "Ann pays 1,200 euros.", true],
    ["the day it was said", "On 14 May 2026 Ann said that she had moved.", true],
    ["since when it is true", "Ann has lived in Lisbon since 2 April 2026.", true],
    ["the year alone", "In 2026 Ann moved.", true],
    ["another sum", "Ann pays 1,300 euros.", false],
    ["another year", "Ann moved in 2024.", false],
    ["another month", "Ann moved in September.", false],
    ["may as a verb", "Ann may move again.", true],
    ["digits of another script", "Ann pays ١٣٠٠ euros.", false],
  ])("%s", (_, sentence, expected) => {
    expect(holdsNoNewFigure(sentence, [moved])).toBe(expected);
  });

  it("looks into what the sentence cites, and not elsewhere", () => {
    expect(holdsNoNewFigure("The dentist is at 9:30 on 3 June.", [moved])).toBe(false);
    expect(holdsNoNewFigure("The dentist is at 09:30.", [dentist])).toBe(true);
  });
});
