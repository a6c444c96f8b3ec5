import { describe, expect, it } from "vitest";

import { pairedTest } from "./paired-test.ts";

const repeat = (value: number, times: number): number[] => Array.from({ length: times }, () => value);

describe("pairedTest", () => {
  it("sees nothing where both are equal", () => {
    expect(pairedTest(repeat(0, 30))).toEqual({ difference: 0, interval: [0, 0], p: 1, wins: 0, losses: 0, ties: 30 });
  });

  it("is sure of what always goes one way, as sure as the signs of so many questions allow", () => {
    const test = pairedTest([...repeat(0.5, 20), ...repeat(0, 10)]);
    expect(test).toMatchObject({ wins: 20, losses: 0, ties: 10 });
    expect(test.p).toBeLessThan(0.001);
    expect(test.interval[0]).toBeGreaterThan(0);
  });

  it("comes near the exact value for few questions: all 2^4 signs, two of them as large", () => {
    expect(pairedTest(repeat(0.3, 4)).p).toBeCloseTo(2 / 16, 1);
  });

  it("is not sure of what goes both ways, whichever side is first", () => {
    const differences = [0.4, -0.5, 0.3, -0.2, 0.1, -0.1, 0.2, -0.3];
    const turned = differences.map((difference) => -difference);
    expect(pairedTest(differences).p).toBeGreaterThan(0.5);
    expect(pairedTest(turned).p).toBeCloseTo(pairedTest(differences).p, 1);
    const { interval } = pairedTest(differences);
    expect(interval[0]).toBeLessThan(0);
    expect(interval[1]).toBeGreaterThan(0);
  });

  it("gives the same figures again, and something for no question at all", () => {
    const differences = [0.1, 0.9, -0.3, 0, 0.2];
    expect(pairedTest(differences)).toEqual(pairedTest(differences));
    expect(pairedTest([])).toMatchObject({ difference: 0, interval: [0, 0], p: 1 });
  });
});
