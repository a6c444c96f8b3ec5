import { describe, expect, it } from "vitest";

import { Admission } from "./admission.ts";

const LONG_MS = 60_000;

/** Work of one user that says when it begins and ends when it is told. */
function pieces(admission: Admission, count: number) {
  const begun: number[] = [];
  const gates = Array.from({ length: count }, () => Promise.withResolvers<number>());
  const results = gates.map((gate, index) =>
    admission.run("ann", LONG_MS, () => {
      begun.push(index);
      return gate.promise;
    }),
  );
  return { begun, gates, results };
}

/** Work of several users, each by the first letter of its name. */
function worksOf(admission: Admission) {
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<null>>();
  const ask = (...names: string[]): void => {
    for (const name of names) {
      const gate = Promise.withResolvers<null>();
      gates.set(name, gate);
      void admission.run(name[0]!, LONG_MS, () => {
        begun.push(name);
        return gate.promise;
      });
    }
  };
  /** What began, one after the other, when these had ended. */
  const beginAfter = async (...names: string[]): Promise<string[]> => {
    const before = begun.length;
    for (const name of names) {
      gates.get(name)!.resolve(null);
      await settled();
    }
    return begun.slice(before);
  };
  return { begun, ask, beginAfter };
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
    expect(await admission.run("ann", 5, async () => "its time is over")).toBe("its time is over");
    expect(begun).toEqual([0]);
    gates[0]!.resolve(0);
    await settled();
    expect(begun).toEqual([0, 1]);
    gates[1]!.resolve(1);
    expect(await Promise.all(results)).toEqual([0, 1]);
    expect(await admission.run("ann", LONG_MS, async () => "free")).toBe("free");
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

  describe("of several users", () => {
    it("begins at once for a user beside one who has all he may", async () => {
      const { begun, ask, beginAfter } = worksOf(new Admission(2));
      ask("a1", "a2", "a3", "a4", "b1");
      expect(begun).toEqual(["a1", "a2", "b1"]);
      expect(await beginAfter("b1")).toEqual([]);
      ask("b2");
      expect(begun.at(-1)).toBe("b2");
      expect(await beginAfter("a2", "a1")).toEqual(["a3", "a4"]);
    });

    it("gives a place to who has the fewest at work, also when he came last", async () => {
      const { begun, ask, beginAfter } = worksOf(new Admission(2));
      ask("a1", "a2", "b1", "b2", "a3", "a4", "c1");
      expect(begun).toEqual(["a1", "a2", "b1"]);
      expect(await beginAfter("a1")).toEqual(["c1"]);
      expect(await beginAfter("c1")).toEqual(["b2"]);
    });

    it("goes round among those who have as many at work, each in the order of his own", async () => {
      const { begun, ask, beginAfter } = worksOf(new Admission(1));
      ask("x1", "y1");
      ask("a1", "a2", "a3", "b1", "b2", "c1");
      expect(begun).toEqual(["x1", "y1"]);
      expect(await beginAfter("x1", "y1", "a1", "b1", "c1", "a2", "b2")).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
    });

    it("passes over a user who waits no longer", async () => {
      const admission = new Admission(1);
      const { ask, beginAfter } = worksOf(admission);
      ask("x1", "y1");
      const gaveUp = admission.run("a", 0, async () => "late");
      ask("b1");
      expect(await gaveUp).toBe("late");
      expect(await beginAfter("x1")).toEqual(["b1"]);
      ask("c1");
      expect(await beginAfter("b1")).toEqual(["c1"]);
    });
  });
});
