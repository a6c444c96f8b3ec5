import { describe, expect, it } from "vitest";

import { wilsonInterval } from "../statistics/wilson.ts";
import { judgementKey, parseJudgements } from "./judgements.ts";
import { precisionTables } from "./precision.ts";

const key = (digit: string): string => digit.repeat(32);

describe("the key of a judgement", () => {
  const memory = { text: "Ada: I moved to Bern. (2 May 2024)", type: "episode", validFrom: null, episode: { startAt: 1, endAt: 2 } } as const;
  const turn = { role: "user", speaker: "Ada", text: "I moved to Bern." } as const;
  const known = judgementKey(memory, turn);

  it("stays the same and holds nothing of the words", () => {
    expect(judgementKey({ ...memory }, { ...turn, text: "I moved to Bern. \r\n" })).toBe(known);
    expect(known).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    ["words", { ...memory, text: "Ada: I moved to Bern. (3 May 2024)" }, turn],
    ["type", { ...memory, type: "fact" as const }, turn],
    ["start", { ...memory, validFrom: 1 }, turn],
    ["event's end", { ...memory, episode: { startAt: 1, endAt: 3 } }, turn],
    ["turn", memory, { ...turn, text: "I moved to Bern. Finally." }],
    ["speaker", memory, { ...turn, speaker: "Eve" }],
  ])("changes with the %s", (_, otherMemory, otherTurn) => {
    expect(judgementKey(otherMemory, otherTurn)).not.toBe(known);
  });
});

describe("judgements", () => {
  it("are read past comments, with what was wrong", () => {
    expect([...parseJudgements(`# who, when\n\n${key("a")}\t1\n${key("b")}\t0\tunclear\n`)]).toEqual([[key("a"), null], [key("b"), "unclear"]]);
  });

  it.each([
    ["a fault nobody knows", `${key("a")}\t0\tugly`],
    ["no fault where there is one", `${key("a")}\t0`],
    ["a fault of what is right", `${key("a")}\t1\tunclear`],
    ["a short key", "abc\t1"],
    ["a key told twice", `${key("a")}\t1\n${key("a")}\t0\tunclear`],
  ])("are refused with %s, naming the line", (_, lines) => {
    expect(() => parseJudgements(`# header\n${lines}`)).toThrow(/^Line [23] of the judgements/);
  });
});

describe("Wilson's interval", () => {
  it.each([
    [81, 263, [0.2553, 0.3662]], // Newcombe 1998, table I
    [15, 148, [0.0624, 0.1605]],
    [0, 20, [0, 0.1611]],
    [1, 29, [0.0061, 0.1718]],
  ])("of %d in %d is as printed by Newcombe", (hits, trials, expected) => {
    const [low, high] = wilsonInterval(hits, trials);
    expect(low).toBeCloseTo(expected[0]!, 4);
    expect(high).toBeCloseTo(expected[1]!, 4);
  });

  it("is all there is without trials, and ends at 1 when all are hits", () => {
    expect(wilsonInterval(0, 0)).toEqual([0, 1]);
    expect(wilsonInterval(12, 12)[1]).toBe(1);
  });
});

describe("precision", () => {
  it("counts only what was judged, and says how much was not", () => {
    const memories = ([null, null, null, "unclear", undefined] as const).map((judgement) => ({ data: "made", type: "fact", judgement }) as const);
    const [shares, faults] = precisionTables(memories, 2);
    expect(shares!.rows).toEqual(["fact", "made", "all"].map((name) => [name, "5", "4", "3", "75.0 [30.1–95.4]", "1"]));
    expect(shares!.note).toContain("captured no more: 2.");
    expect(faults!.rows.find(([fault]) => fault === "unclear")).toEqual(["unclear", "1", "1"]);
  });

  it("is left open where nothing was judged", () => {
    expect(precisionTables([{ data: "made", type: "rule", judgement: undefined }], 0)[0]!.rows[0]).toEqual(["rule", "1", "0", "0", "–", "1"]);
  });
});
