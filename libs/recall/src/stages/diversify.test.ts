import { recallRequest } from "@memory-cortex/models/wire";
import { describe, expect, it } from "vitest";

import { diversify, mostOfSession } from "./diversify.ts";
import { scoredFixture, turnFixture } from "./scored-item.fixture.ts";

const runFor = (limit: number, over: Record<string, unknown> = {}) => ({ request: recallRequest.parse({ query: "tea", user_id: "ann", limit, ...over }) });

/** Turns by session, best first, none like another. */
const items = (sessions: string) =>
  [...sessions].map((session, index) => {
    const item = scoredFixture(turnFixture({ id: `${session}${index}`, text: `word${index} other${index} third${index}` }), 1 - index / 100);
    return { ...item, candidate: { ...item.candidate, ref: { ...item.candidate.ref, sessionKey: session } } };
  });

const idsOf = (kept: readonly { document: { id: string } }[]): string[] => kept.map(({ document }) => document.id);

describe("diversify", () => {
  it("leaves one session at most four of five places, and says so", () => {
    const all = items("aaaaaaaaaaab");
    const { chosen, dropped } = diversify(runFor(10), all);
    expect(mostOfSession(10)).toBe(8);
    expect(idsOf(chosen)).toEqual(["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "b11"]);
    expect(dropped.map(({ item, reason }) => `${item.document.id} ${reason}`)).toEqual(["a9 session_share", "a10 session_share"]);
  });

  it("gives a session all places when there is nothing else", () => {
    expect(idsOf(diversify(runFor(3), items("aaaaa")).chosen)).toEqual(["a0", "a1", "a2"]);
  });

  it("keeps the order of the score, and the plain best where it is left out", () => {
    const all = items("aaaaaaaaaaab");
    expect(diversify(runFor(10), all).chosen.map(({ score }) => score)).toEqual(diversify(runFor(10), all).chosen.map(({ score }) => score).sort((a, b) => b - a));
    expect(idsOf(diversify(runFor(10, { without: ["diversity"] }), all).chosen)).toEqual(idsOf(all.slice(0, 10)));
  });

  it("names repetition and the limit as reasons of their own", () => {
    const [first, second, ...rest] = items("abcd");
    const twin = { ...second!, document: { ...second!.document, text: first!.document.text } };
    const { dropped } = diversify(runFor(2), [first!, twin, ...rest]);
    expect(dropped.map(({ item, reason }) => `${item.document.id} ${reason}`)).toEqual(["b1 repeats", "d3 beyond_limit"]);
  });
});
