import { CortexError, realmOf } from "@memory-cortex/models";
import { describe, expect, it } from "vitest";

import { CallLine } from "./call-line.ts";
import type { LineThread, Task } from "./call-line.ts";
import { searchThread } from "./search-thread.ts";
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
      return name.includes("long") && attempts === 0 ? UNFINISHED : null;
    },
  };
  let now = 0;
  const line = new CallLine([thread], { clock: { now: () => 0 }, monotonic: () => now });
  const call = (name: string, patient: boolean, user?: string): Task => ({
    name,
    ...(user !== undefined && { realm: realmOf(user) }),
    request: null,
    patient,
    since: now,
    attempts: 0,
    settled: false,
    resolve: () => undefined,
    reject: () => undefined,
  });
  const add = (name: string, patient = false): void => line.add(call(name, patient));
  /** Each of the user with whose name it begins. */
  const addOf = (names: string[], patient = false): Task[] =>
    names.map((name) => {
      const task = call(name, patient, name.split(" ")[0]);
      line.add(task);
      return task;
    });
  const order = async (calls: number): Promise<string[]> => {
    for (let call = 0; call < calls; call += 1) {
      begun[call]!.end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return begun.map(({ name }) => name);
  };
  return { line, add, addOf, order, pass: (milliseconds: number) => (now += milliseconds) };
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

  describe("of several users", () => {
    it("are served in turns, each user's in their order", async () => {
      const { addOf, order } = lineOfOne();
      addOf(["ann 1", "ann 2", "ann 3", "ann 4", "bob 1", "bob 2", "cid 1"]);
      expect(await order(7)).toEqual(["ann 1", "bob 1", "cid 1", "ann 2", "bob 2", "ann 3", "ann 4"]);
    });

    it("wait for the running one alone, however many wait of who has it, and take turns with them from then on", async () => {
      const { addOf, order } = lineOfOne();
      addOf(Array.from({ length: 20 }, (_, call) => `ann ${call}`));
      addOf(["bob 0"]);
      expect(await order(1)).toEqual(["ann 0", "bob 0"]);
      addOf(["bob 1"]);
      expect((await order(2)).slice(2)).toEqual(["ann 1"]);
    });

    it("take turns with those that have no user, as with one more", async () => {
      const { add, addOf, order } = lineOfOne();
      addOf(["ann 1", "ann 2", "ann 3"]);
      for (const name of ["nobody's", "nobody's too"]) add(name);
      expect(await order(5)).toEqual(["ann 1", "nobody's", "ann 2", "nobody's too", "ann 3"]);
    });

    it("take turns among those for which nobody waits, behind all others", async () => {
      const { addOf, order } = lineOfOne();
      addOf(["ann runs"]);
      addOf(["ann capture", "ann capture too", "bob capture"], true);
      addOf(["cid recall", "ann recall"]);
      expect(await order(6)).toEqual(["ann runs", "cid recall", "ann recall", "bob capture", "ann capture", "ann capture too"]);
    });

    it("let no call wait for ever: nobody comes newly before one whose user has had no turn", async () => {
      const { addOf, order } = lineOfOne();
      addOf(["ann runs", "bob 1"]);
      addOf(["cid 1", "dan 1", "cid 2"]);
      expect(await order(2)).toEqual(["ann runs", "bob 1", "cid 1"]);
      addOf(["eve 1", "bob 2"]);
      expect((await order(6)).slice(3)).toEqual(["dan 1", "eve 1", "bob 2", "cid 2"]);
    });

    it("stand behind others of their kind once their slice is used up", async () => {
      const { addOf, order } = lineOfOne();
      addOf(["ann long", "bob 1", "bob 2"]);
      expect(await order(4)).toEqual(["ann long", "bob 1", "ann long", "bob 2"]);
    });

    it("are begun no more once given up, and move up those behind them", async () => {
      const { line, addOf, order } = lineOfOne();
      addOf(["ann 1", "ann 2", "ann 3"]);
      const [given] = addOf(["bob 1", "bob 2"]);
      line.remove(given!);
      addOf(["ann 4", "bob 3"]);
      expect(await order(6)).toEqual(["ann 1", "ann 2", "bob 2", "bob 3", "ann 3", "ann 4"]);
    });
  });

  describe("of one user", () => {
    const ann = realmOf("ann");
    const threadOf = (name: string): number => searchThread({ name, realm: ann }, 2)!;

    /** A line before two threads that end nothing until they are told to. */
    function lineOfTwo() {
      const begun = [[], []] as string[][];
      const ends: ((value: unknown) => void)[] = [];
      const threads = begun.map((names): LineThread => {
        let inHand = 0;
        return {
          get idle() {
            return inHand === 0;
          },
          call: ({ name }) => {
            names.push(name);
            inHand += 1;
            return new Promise((resolve) => ends.push((value) => {
              inHand -= 1;
              resolve(value);
            }));
          },
        };
      });
      const line = new CallLine(threads, { clock: { now: () => 0 }, monotonic: () => 0 });
      const answers: unknown[] = [];
      const add = (name: string, realm = ann, patient = false): void =>
        line.add({ name, realm, request: null, patient, since: 0, attempts: 0, settled: false, resolve: (value) => answers.push(value), reject: (error) => answers.push(error.code) });
      return { add, line, words: begun[threadOf("searchText")]!, answers, end: async (call: number, value: unknown) => {
        ends[call]!(value);
        await new Promise((resolve) => setImmediate(resolve));
      } };
    }

    it("are handed over while the one before runs, two at most, and each gets its answer", async () => {
      const { add, words, answers, end } = lineOfTwo();
      for (const name of ["searchText", "expand", "prepareText"]) add(name);
      expect(words).toEqual(["searchText", "expand"]);
      await end(0, "hits");
      expect(words).toEqual(["searchText", "expand", "prepareText"]);
      await end(1, "graph");
      await end(2, "ready");
      expect(answers).toEqual(["hits", "graph", "ready"]);
    });

    it("wait where somebody else waits before them, behind one of their kind, and when nobody waits for them", () => {
      const behind = lineOfTwo();
      behind.add("searchText");
      behind.add("searchText");
      behind.add("expand");
      expect(behind.words).toEqual(["searchText"]);
      const patient = lineOfTwo();
      patient.add("searchText");
      patient.add("expand", ann, true);
      expect(patient.words).toEqual(["searchText"]);
    });

    /** Users whose words lie in the same thread. */
    const others = Array.from({ length: 9 }, (_, user) => realmOf(`user ${user}`)).filter((realm) => searchThread({ name: "searchText", realm }, 2) === threadOf("searchText"));

    it("let another user's before them also where a third one waits for another thread", async () => {
      const { add, words, end } = lineOfTwo();
      const [bob, cid, dan] = others;
      add("searchText");
      add("searchVector", cid);
      add("searchText");
      add("searchVector", dan);
      add("prepareText", bob);
      await end(0, "hits");
      expect(words).toEqual(["searchText", "prepareText"]);
    });

    it("are not handed over behind another user's", () => {
      const { add, words } = lineOfTwo();
      add("searchText", others[0]);
      add("expand");
      expect(words).toEqual(["searchText"]);
    });

    it("lose nothing where the first one used up its slice, or failed", async () => {
      const unfinished = lineOfTwo();
      for (const name of ["searchText", "expand"]) unfinished.add(name);
      await unfinished.end(0, UNFINISHED);
      expect(unfinished.words).toEqual(["searchText", "expand", "searchText"]);
      await unfinished.end(1, "graph");
      await unfinished.end(2, "hits");
      expect(unfinished.answers).toEqual(["graph", "hits"]);
      const failing = lineOfTwo();
      for (const name of ["searchText", "expand", "prepareText"]) failing.add(name);
      await failing.end(0, Promise.reject(new CortexError("store_unavailable")));
      expect(failing.words).toEqual(["searchText", "expand", "prepareText"]);
      await failing.end(1, "graph");
      expect(failing.answers).toEqual(["store_unavailable", "graph"]);
    });

    it("are begun no more once the line is closed, and end where they are in hand", async () => {
      const { add, line, words, answers, end } = lineOfTwo();
      for (const name of ["searchText", "expand", "prepareText"]) add(name);
      line.close();
      await end(0, "hits");
      await end(1, "graph");
      expect(words).toEqual(["searchText", "expand"]);
      expect(answers).toEqual(["store_unavailable", "hits", "graph"]);
    });
  });
});
