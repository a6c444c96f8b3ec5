import { describe, expect, it } from "vitest";

import { memoryFixture, turnFixture } from "./scored-item.fixture.ts";
import { validityWords } from "./validity-words.ts";

const may = Date.UTC(2026, 4, 1);
const midMay = Date.UTC(2026, 4, 14, 18, 30);

describe("validityWords", () => {
  it.each([
    ["a month", { validFrom: may }, "since May 2026"],
    ["a day", { validFrom: midMay }, "since 14 May 2026"],
    ["an end", { validTo: midMay }, "until 14 May 2026"],
    ["both", { validFrom: may, validTo: midMay }, "from May 2026 until 14 May 2026"],
    ["nothing", {}, ""],
    ["an event of a day", { episodeStart: Date.UTC(2026, 4, 1), episodeEnd: Date.UTC(2026, 4, 2) }, "on 1 May 2026"],
    ["an event without an end", { episodeStart: midMay }, "on 14 May 2026"],
    ["an event of some days", { episodeStart: Date.UTC(2026, 4, 14), episodeEnd: Date.UTC(2026, 4, 17) - 1 }, "from 14 May 2026 to 16 May 2026"],
  ])("tells %s", (_, known, words) => {
    expect(validityWords(memoryFixture(known))).toBe(words);
  });

  it("says nothing of a turn", () => {
    expect(validityWords(turnFixture())).toBe("");
  });
});
