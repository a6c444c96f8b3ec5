import { describe, expect, it } from "vitest";

import { CallLine } from "./call-line.ts";
import type { LineThread } from "./call-line.ts";
import { UNFINISHED } from "./store-thread.ts";

const PATIENCE_MS = 500;

/** A line before one thread, whose calls end when they are told to. */
function lineOfOne() {
  const begun: { name: string; end: () => void }[] = [];
  let running = false;
  const thread: LineThread = {
    get idle() {
      return !running;
    },
    call: async ({ name, attempts }) => {
      running = true;
      await new Promise<void>((resolve) => begun.push({ name, end: resolve }));
      running = false;
      return name.startsWith("long") && attempts === 0 ? UNFINISHED : null;
    },
  };
  let now = 0;
  const line = new CallLine([thread], { clock: { now: () => 0 }, monotonic: () => now });
  const add = (name: string, patient = false): void =>
    line.add({ name, request: null, patient, since: now, attempts: 0, settled: false, resolve: () => undefined, reject: () => undefined });
  const order = async (calls: number): Promise<string[]> => {
    for (let call = 0; call < calls; call += 1) {
      begun[call]!.end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return begun.map(({ name }) => name);
  };
  return { add, order, pass: (milliseconds: number) => (now += milliseconds) };
}

describe("calls in line for a thread", () => {
  it("are served in their order", async () => {
    const { add, order } = lineOfOne();
    for (const name of ["one", "two", "three"]) add(name);
    expect(await order(3)).toEqual(["one", "two", "three"]);
  });

  it("begin before the last answer is taken up, and an answer is given even when the next cannot begin", async () => {
    const events: string[] = [];
    const ends: (() => void)[] = [];
    let running = false;
    const thread: LineThread = {
      get idle() {
        return !running;
      },
      call: async ({ name }) => {
        events.push(`${name} begins`);
        if (name === "three") throw new RangeError("no thread");
        running = true;
        await new Promise<void>((resolve) => ends.push(resolve));
        running = false;
        return name;
      },
    };
    const line = new CallLine([thread], { clock: { now: () => 0 }, monotonic: () => 0 });
    for (const name of ["one", "two", "three"]) {
      line.add({ name, request: null, patient: false, since: 0, attempts: 0, settled: false, resolve: (value) => events.push(`${String(value)} is answered`), reject: () => events.push(`${name} failed`) });
    }
    for (let call = 0; call < 2; call += 1) {
      ends[call]!();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(events).toEqual(["one begins", "two begins", "one is answered", "three begins", "two is answered", "three failed"]);
  });

  it("go before those for which nobody waits", async () => {
    const { add, order } = lineOfOne();
    add("running");
    for (const name of ["capture", "capture too"]) add(name, true);
    for (const name of ["recall", "recall too"]) add(name);
    expect(await order(5)).toEqual(["running", "recall", "recall too", "capture", "capture too"]);
  });

  it("stand behind others of their kind once their slice is used up, and still before those for which nobody waits", async () => {
    const { add, order } = lineOfOne();
    add("long recall");
    add("capture", true);
    add("recall");
    expect(await order(4)).toEqual(["long recall", "recall", "long recall", "capture"]);
  });

  it("do not go before those for which nobody waits once these have waited long", async () => {
    const { add, order, pass } = lineOfOne();
    add("running");
    add("capture", true);
    pass(PATIENCE_MS);
    add("recall");
    add("capture too", true);
    add("recall too");
    expect(await order(5)).toEqual(["running", "capture", "recall", "recall too", "capture too"]);
  });
});
