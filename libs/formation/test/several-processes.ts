import { createFakeLlm } from "@memory-cortex/llm/fake";
import type { Llm } from "@memory-cortex/llm";
import { uuidV7Source } from "@memory-cortex/models";
import { rememberRequest, updateRequest } from "@memory-cortex/models/wire";
import type { Clock, Memory, RememberResponse } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createMemories } from "../src/memories/index.ts";
import { formationBench } from "./formation-bench.ts";
import type { FormationBench } from "./formation-bench.ts";

export interface OpenedStore {
  store: Store;
  clock: Clock & { time: number };
  close(): Promise<void>;
}

type Work = (process: FormationBench) => Promise<unknown>;

/** Two things that happen at once in two processes, and what must be true whichever is first. */
interface Race {
  before?: Work;
  one: Work;
  other: Work;
  after: (bench: FormationBench) => Promise<void>;
}

const context = () => ({ signal: new AbortController().signal, attempt: 1 });
const said = (bench: FormationBench, session_id: string, content: string): Promise<unknown> => {
  bench.clock.time += 1_000;
  return bench.ingest([{ role: "user", content }], { session_id });
};
const captures = (session_id: string): Work => async (bench) => expect(await bench.handlers.capture({ user_id: bench.user, session_id, namespace: "global" }, context())).toEqual({ outcome: "success" });
const improves = (session_id: string): Work => async (bench) => expect(await bench.handlers.improve({ user_id: bench.user, session_id, namespace: "global" }, context())).toEqual({ outcome: "success" });

const clients = ({ store, queue, clock }: FormationBench) => createMemories({ store, queue, clock, ids: uuidV7Source(clock) });
const remembers = (bench: FormationBench, content: string): Promise<RememberResponse> => clients(bench).remember(bench.realm, rememberRequest.parse({ user_id: bench.user, content }));
const all = async ({ store, realm, clock }: FormationBench): Promise<Memory[]> => (await store.listMemories(realm, { includeHistory: true, now: clock.time }, { limit: 100 })).items.toReversed();
const isCurrent = ({ retiredAt, validTo }: Memory): boolean => retiredAt === null && validTo === null;

/** One line of versions: nothing has two successors, and one is left. */
function expectOneLine(memories: readonly Memory[]): void {
  expectNoFork(memories);
  expect(memories.filter(isCurrent)).toHaveLength(1);
  expect(memories.filter(({ conflictGroup }) => conflictGroup !== null)).toEqual([]);
}

/** Nothing has two successors; of what is left one is true, or nobody knows which: what was said earlier and is told later contradicts. */
function expectNoFork(memories: readonly Memory[]): void {
  const taken = memories.flatMap(({ supersedes }) => supersedes ?? []);
  expect(new Set(taken).size).toBe(taken.length);
  const current = memories.filter(isCurrent);
  if (current.length === 1) expect(current[0]).toMatchObject({ conflictGroup: null });
  else expect([new Set(current.map(({ conflictGroup }) => conflictGroup)).size, current.every(({ conflictStatus }) => conflictStatus === "active")]).toEqual([1, true]);
}

const RACES: Record<string, Race> = {
  "keep a statement once that two sessions tell": {
    before: async (bench) => {
      await said(bench, "one", "I live in Graz with my cat.");
      await said(bench, "other", "I live in Graz with my cat.");
    },
    one: captures("one"),
    other: captures("other"),
    after: async (bench) => {
      const memories = await all(bench);
      expect(memories.map(({ text }) => text)).toHaveLength(1);
      expect(memories[0]!.provenance).toHaveLength(2);
    },
  },
  "lose no change of two": {
    before: async (bench) => {
      await said(bench, "first", "I live in Berlin with my cat.");
      await captures("first")(bench);
      await said(bench, "one", "I moved to Graz last week.");
      await said(bench, "other", "I moved to Porto last week.");
    },
    one: captures("one"),
    other: captures("other"),
    after: async (bench) => {
      const memories = await all(bench);
      expect(memories).toHaveLength(3);
      expectNoFork(memories);
      expect(memories.filter(isCurrent).map(({ text }) => text)).toContainEqual(expect.stringContaining("Porto"));
      expect(memories.find(({ text }) => text.includes("Berlin"))).toMatchObject({ validTo: expect.any(Number) as number });
    },
  },
  "make one conflict of two that contradict each other": {
    before: async (bench) => {
      await said(bench, "one", "I work at Acme as a nurse.");
      await said(bench, "other", "I work at Globex as a nurse.");
    },
    one: captures("one"),
    other: captures("other"),
    after: async (bench) => {
      const memories = await all(bench);
      expect(memories.map(({ conflictStatus }) => conflictStatus)).toEqual(["active", "active"]);
      expect(new Set(memories.map(({ conflictGroup }) => conflictGroup)).size).toBe(1);
    },
  },
  "keep a statement once that a client tells twice": {
    one: (bench) => remembers(bench, "I live in Graz with my cat."),
    other: (bench) => remembers(bench, "I live in Graz with my cat."),
    after: async (bench) => expect(await all(bench)).toHaveLength(1),
  },
  "let a correction and a change make one line of versions": {
    before: async (bench) => {
      await remembers(bench, "I live in Berlin with my cat.");
      await said(bench, "one", "I moved to Graz last week.");
    },
    one: captures("one"),
    other: async (bench) => {
      const [known] = (await all(bench)).filter(isCurrent);
      await clients(bench).update(bench.realm, known!.id, updateRequest.parse({ user_id: bench.user, importance: 0.9 }));
    },
    after: async (bench) => {
      const memories = await all(bench);
      expect(memories).toHaveLength(3);
      expectOneLine(memories);
    },
  },
  "do not bring back what is erased meanwhile": {
    before: async (bench) => {
      await said(bench, "first", "I live in Graz with my cat.");
      await captures("first")(bench);
      await said(bench, "one", "I live in Graz with my cat.");
    },
    one: captures("one"),
    other: async (bench) => {
      for (const { id } of await all(bench)) await clients(bench).erase(bench.realm, id);
    },
    after: async (bench) => {
      expect(await all(bench)).toEqual([]);
      expect(await bench.store.openWindows(bench.realm)).toEqual([]);
    },
  },
};

const SAID = "I live in Lisbon near the river with my dog Rex.";
const answering = (text: string) => createFakeLlm({ answer: () => ({ memories: [{ text, type: "fact", topic: "home", importance: 70, confidence: 90, turns: ["t1"], change: "none", updates: [], facts: [], entities: [], start: null, end: null }] }) });

/** Formation in several processes over one store: nothing is kept twice, nothing is lost, whatever happens in between. */
export function severalProcesses(name: string, open: () => Promise<OpenedStore>): void {
  describe(`Processes over ${name}`, () => {
    let opened: OpenedStore;
    let users = 0;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    /** Services of their own with a store object of their own: locks and caches of one process are none of another. */
    const process = async (user: string, { at = () => null, llm = null }: { at?: (method: string, call: number) => Promise<unknown> | null; llm?: Llm | null } = {}): Promise<FormationBench> => {
      const store = interrupted(opened.store, at);
      return { ...(await formationBench(opened, { user, start: false, llm, wrap: () => store })), store };
    };
    const newUser = (): string => `several-${name}-${(users += 1)}`;

    describe.each(Object.entries(RACES))("that run at once", (title, { before, one, other, after }) => {
      it(`${title}, whenever the other one comes in between`, async () => {
        for (let at = 1, isThrough = false; !isThrough; at += 1) {
          const user = newUser();
          const rival = await process(user);
          await before?.(rival);
          isThrough = true;
          await one(await process(user, { at: (_, call) => (call === at ? ((isThrough = false), other(rival)) : null) }));
          if (isThrough) await other(rival);
          await after(rival);
        }
      });
    });

    it("lets one of two corrections of a version win, and tells the other", async () => {
      const user = newUser();
      const rival = await process(user);
      const { id } = await remembers(rival, "I live in Berlin with my cat.");
      const correct = (bench: FormationBench, importance: number) => clients(bench).update(bench.realm, id, updateRequest.parse({ user_id: user, importance }));
      const late = await process(user, { at: once("commitMemories", () => correct(rival, 0.9)) });
      await expect(correct(late, 0.1)).rejects.toMatchObject({ code: "memory_ended" });
      const memories = await all(rival);
      expectOneLine(memories);
      expect(memories.filter(isCurrent).map(({ importance }) => importance)).toEqual([0.9]);
    });

    it("ties no names together that have become two people meanwhile", async () => {
      const user = newUser();
      const rival = await process(user);
      await remembers(rival, "My sister Melanie lives in Graz");
      const late = await process(user, { at: once("commitMemories", () => remembers(rival, "My sister Melissa has a dog called Rex")) });
      await remembers(late, "My sister Mel works as a midwife");
      expect((await rival.store.findEntities(rival.realm, ["melanie", "melissa", "mel"])).map(({ name: known }) => known).sort()).toEqual(["Mel", "Melanie", "Melissa"]);
    });

    it("asks a model once for a window that is decided twice", async () => {
      const user = newUser();
      const rival = await process(user);
      const llm = answering(SAID);
      const late = await process(user, { llm, at: once("commitCapture", () => remembers(rival, SAID)) });
      await said(late, "s", SAID);
      await captures("s")(late);
      expect(llm.calls).toHaveLength(1);
      expect((await all(rival)).map(({ text }) => text)).toEqual([SAID]);
    });

    it("improves nothing that a person has ended meanwhile, and asks the model once", async () => {
      const user = newUser();
      const rival = await process(user);
      await said(rival, "s", SAID);
      await captures("s")(rival);
      const [byRules] = await all(rival);
      const llm = answering("I live in Lisbon near the river with Rex.");
      await improves("s")(await process(user, { llm, at: once("commitCapture", () => clients(rival).retire(rival.realm, byRules!.id)) }));
      expect(llm.calls).toHaveLength(1);
      expect((await all(rival)).filter(isCurrent)).toEqual([]);
    });

    it("captures the same and other windows in four processes at a time without a double or a loss", async () => {
      const user = newUser();
      const processes = await Promise.all([1, 2, 3, 4].map(() => process(user)));
      const places = ["Berlin", "Graz", "Porto", "Lyon", "Turin", "Oslo"];
      for (const [index, place] of places.entries()) await said(processes[0]!, place, index === 0 ? `I live in ${place} with my cat.` : `I moved to ${place} last week.`);
      await Promise.all(processes.flatMap((bench) => places.map((session_id) => bench.handlers.capture({ user_id: user, session_id, namespace: "global" }, context()))));
      const memories = await all(processes[0]!);
      expect(memories).toHaveLength(places.length);
      expectNoFork(memories);
      expect(memories.filter(isCurrent).map(({ text }) => text)).toContainEqual(expect.stringContaining("Oslo"));
      expect(await opened.store.checkIntegrity(processes[0]!.realm)).toEqual({ ok: true, problems: [] });
    });
  });
}

/** Something that happens before the first call of a method. */
function once(method: string, happens: () => Promise<unknown>): (called: string) => Promise<unknown> | null {
  let isDone = false;
  return (called) => {
    if (isDone || called !== method) return null;
    isDone = true;
    return happens();
  };
}

/** The same store; before a call of it something else may happen, told by its name and its number. */
function interrupted(store: Store, at: (method: string, call: number) => Promise<unknown> | null): Store {
  let calls = 0;
  const wrapped = Object.entries(store).map(([method, call]): [string, unknown] => [
    method,
    async (...parameters: unknown[]) => {
      await at(method, (calls += 1));
      return (call as (...given: unknown[]) => unknown)(...parameters);
    },
  ]);
  return Object.fromEntries(wrapped) as unknown as Store;
}
