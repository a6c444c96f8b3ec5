import { describe, expect, it } from "vitest";

import { Admission } from "./admission.ts";

const LONG_MS = 60_000;

/** Work that says when it begins and ends when it is told. */
function pieces(admission: Admission, count: number) {
  const begun: number[] = [];
  const gates = Array.from({ length: count }, () => Promise.withResolvers<number>());
  const results = gates.map((gate, index) =>
    admission.run(LONG_MS, () => {
      begun.push(index);
      return gate.promise;
    }),
  );
  return { begun, gates, results };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("admission", () => {
  it("lets so many work at once, the others in the order of their arrival", async () => {
    const { begun, gates, results } = pieces(new Admission(2), 5);
    expect(begun).toEqual([0, 1]);
    gates[1]!.resolve(1);
    await settled();
    expect(begun).toEqual([0, 1, 2]);
    gates[2]!.resolve(2);
    gates[0]!.resolve(0);
    await settled();
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    gates[3]!.resolve(3);
    gates[4]!.resolve(4);
    expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4]);
  });

  it("gives the place of failed work to the next", async () => {
    const admission = new Admission(1);
    const { begun, gates, results } = pieces(admission, 2);
    const failure = results[0]!.catch(String);
    gates[0]!.reject(new RangeError("broken"));
    expect(await failure).toContain("broken");
    await settled();
    expect(begun).toEqual([0, 1]);
    gates[1]!.resolve(1);
    expect(await results[1]).toBe(1);
  });

  it("lets nobody wait beyond his own limit, and gives away no place for it", async () => {
    const admission = new Admission(1);
    const { begun, gates, results } = pieces(admission, 2);
    expect(await admission.run(5, async () => "its time is over")).toBe("its time is over");
    expect(begun).toEqual([0]);
    gates[0]!.resolve(0);
    await settled();
    expect(begun).toEqual([0, 1]);
    gates[1]!.resolve(1);
    expect(await Promise.all(results)).toEqual([0, 1]);
    expect(await admission.run(LONG_MS, async () => "free")).toBe("free");
  });

  it("is free again when all is done, without a place lost or gained", async () => {
    const admission = new Admission(2);
    for (let round = 0; round < 3; round += 1) {
      const { begun, gates, results } = pieces(admission, 3);
      expect(begun).toHaveLength(2);
      for (const gate of gates) gate.resolve(0);
      await Promise.all(results);
    }
  });
});
