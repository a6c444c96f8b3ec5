import { describe, expect, it } from "vitest";

import type { Candidate } from "./candidate.ts";
import { FARTHEST, Neighbourhood } from "./neighbourhood.ts";

const turn = (sessionKey: string | null, position: number | null): Candidate => ({ id: `${sessionKey}${position}`, kind: "turn", sessionKey, position, words: 5, role: "user", speaker: null });

describe("Neighbourhood", () => {
  it("finds who stands before and after, in any order of the candidates", () => {
    const beside = new Neighbourhood([turn("s", 7), turn("s", 4), turn("s", 5), turn("t", 6)]);
    expect([1, 2, 3].map((distance) => beside.before(0, distance))).toEqual([-1, 2, 1]);
    expect([1, 2, 3].map((distance) => beside.after(1, distance))).toEqual([2, -1, 0]);
    expect([1, 2, 3].flatMap((distance) => [beside.before(3, distance), beside.after(3, distance)])).toEqual([-1, -1, -1, -1, -1, -1]);
  });

  it("does not take the end of one session for the beginning of the next", () => {
    const beside = new Neighbourhood([turn("s", 9), turn("t", 0), turn("u", 0), turn(null, null), turn(null, null)]);
    for (let index = 0; index < 5; index += 1) for (let distance = 1; distance <= FARTHEST; distance += 1) expect(beside.after(index, distance)).toBe(-1);
  });

  it("tells places far into a long session apart", () => {
    const far = 2_000_000_000;
    const beside = new Neighbourhood([...Array.from({ length: 1_000 }, (_, session) => turn(`s${session}`, far)), turn("s999", far + 1), turn("s999", far - 1)]);
    expect([beside.before(999, 1), beside.after(999, 1)]).toEqual([1_001, 1_000]);
    expect(beside.after(998, 1)).toBe(-1);
  });
});
