import { realmOf, uuidV7Source, wholeUser } from "@memory-cortex/models";
import type { NewMemory, Store } from "@memory-cortex/store";
import { describe, expect, it } from "vitest";

import { idempotency, idempotencyKey } from "./idempotency.ts";
import type { Idempotency, IdempotencyOptions, KeyedRequest } from "./idempotency.ts";
import { storeOf } from "./user-store.fixture.ts";

const DAY = 24 * 3_600_000;

interface Opened {
  once: Idempotency;
  /** The same store, another process. */
  other: (options?: Partial<IdempotencyOptions>) => Idempotency;
  store: Store;
  failures: unknown[];
  later: (milliseconds: number) => void;
}

async function setUp(options: Partial<IdempotencyOptions> & { users?: string[] } = {}): Promise<Opened> {
  const failures: unknown[] = [];
  let now = 0;
  const clock = { now: () => now };
  const { users = ["anna"], ...more } = options;
  const store = await storeOf(users, clock);
  const other = (over: Partial<IdempotencyOptions> = {}): Idempotency => idempotency({ clock, ids: uuidV7Source(clock), onSaveFailure: (error) => failures.push(error), store, ...more, ...over });
  return { once: other(), other, store, failures, later: (milliseconds) => void (now += milliseconds) };
}

const request = (fields: Partial<KeyedRequest> = {}): KeyedRequest => ({ key: "k", userId: "anna", scope: "POST /x a", quotes: false, body: { a: 1 }, ...fields });

function counted(status = 200) {
  let calls = 0;
  return { perform: async () => ({ status, body: { call: (calls += 1) } }), calls: () => calls };
}

describe("once", () => {
  it("performs a key once and replays its answer for a day", async () => {
    const { once, later } = await setUp();
    const { perform, calls } = counted(201);
    expect(await once.once(request(), perform)).toEqual({ reply: { status: 201, body: { call: 1 } }, replayed: false });
    later(DAY - 1);
    expect(await once.once(request(), perform)).toEqual({ reply: { status: 201, body: { call: 1 } }, replayed: true });
    later(1);
    expect((await once.once(request(), perform)).replayed).toBe(false);
    expect(calls()).toBe(2);
  });

  it("refuses another body, and keeps other users, routes and callers apart", async () => {
    const { once } = await setUp({ users: ["anna", "bert"] });
    const { perform } = counted();
    await once.once(request(), perform);
    await expect(once.once(request({ body: { a: 2 } }), perform)).rejects.toMatchObject({ code: "idempotency_mismatch" });
    for (const other of [{ userId: "bert" }, { scope: "POST /y a" }, { scope: "POST /x b" }, { key: "k2" }]) {
      expect((await once.once(request(other), perform)).replayed).toBe(false);
    }
  });

  it("lets the second of two at once wait for the first", async () => {
    const { once } = await setUp();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { perform, calls } = counted();
    const slow = async () => {
      await promise;
      return await perform();
    };
    const answers = Promise.all([1, 2, 3].map(() => once.once(request(), slow)));
    resolve(undefined);
    expect((await answers).map(({ replayed }) => replayed).sort()).toEqual([false, true, true]);
    expect(calls()).toBe(1);
  });

  it("lets the second try itself when the first fails, and keeps no failure", async () => {
    const { once } = await setUp();
    const failing = once.once(request(), async () => Promise.reject(new TypeError("broken")));
    const second = once.once(request(), counted().perform);
    await expect(failing).rejects.toThrow("broken");
    expect((await second).replayed).toBe(false);
    const { perform, calls } = counted(503);
    for (const _ of [1, 2]) expect((await once.once(request({ key: "other" }), perform)).replayed).toBe(false);
    expect(calls()).toBe(2);
  });

  it("gives up waiting after its time", async () => {
    const { once } = await setUp({ waitMs: 1 });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const first = once.once(request(), async () => {
      await promise;
      return { body: {} };
    });
    await expect(once.once(request(), counted().perform)).rejects.toMatchObject({ code: "idempotency_in_flight", retryable: true });
    resolve(undefined);
    await first;
  });

  it("makes no user to keep an answer", async () => {
    const { once, store } = await setUp({ users: [] });
    const { perform, calls } = counted();
    for (const _ of [1, 2]) await once.once(request(), perform);
    expect(calls()).toBe(2);
    expect(await store.users()).toEqual([]);
  });

  it("answers although the answer cannot be kept", async () => {
    const { store } = await setUp();
    const { once, failures } = await setUp({ store: { ...store, saveIdempotent: async () => Promise.reject(new TypeError("disk")) } });
    expect(await once.once(request(), counted().perform)).toMatchObject({ replayed: false });
    expect(failures).toHaveLength(1);
    expect((await once.once(request(), counted().perform)).replayed).toBe(false);
  });
});

describe("once, in two processes over one store", () => {
  function gated() {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { perform, calls } = counted();
    const entered = Promise.withResolvers<undefined>();
    return {
      calls, resolve: () => resolve(undefined), entered: entered.promise,
      perform: async () => {
        entered.resolve(undefined);
        await promise;
        return await perform();
      },
    };
  }

  it.each([["a user who is there", ["anna"]], ["a user who is made by it", []]])("has one effect, and both get its answer: %s", async (_, users) => {
    const { once, other, store } = await setUp({ users, waitMs: 60_000, pause: async () => undefined });
    const work = gated();
    const first = once.once(request(), async () => {
      const reply = await work.perform();
      if (users.length === 0) await store.writeMemory(realmOf("anna"), { action: "create", memory: MEMORY });
      return reply;
    });
    await work.entered;
    const looks = Promise.withResolvers<undefined>();
    const second = other({ pause: async () => looks.resolve(undefined) }).once(request(), work.perform);
    await looks.promise;
    work.resolve();
    expect([await first, await second].map(({ replayed, reply }) => [replayed, reply.body])).toEqual([[false, { call: 1 }], [true, { call: 1 }]]);
    expect(work.calls()).toBe(1);
  });

  it("says that it is in flight when the other one takes too long, and refuses another body", async () => {
    const { once, other } = await setUp();
    const work = gated();
    const first = once.once(request(), work.perform);
    await work.entered;
    const paused: number[] = [];
    await expect(other({ waitMs: 300, pause: async (milliseconds) => void paused.push(milliseconds) }).once(request(), work.perform)).rejects.toMatchObject({ code: "idempotency_in_flight" });
    expect(paused).toEqual([50, 100, 200]);
    work.resolve();
    await first;
    await expect(other().once(request({ body: { a: 2 } }), work.perform)).rejects.toMatchObject({ code: "idempotency_mismatch" });
  });

  it("goes on with what fails in the other one", async () => {
    const { once, other } = await setUp({ pause: async () => undefined });
    const failing = once.once(request(), async () => Promise.reject(new TypeError("broken")));
    await expect(failing).rejects.toThrow("broken");
    expect(await other().once(request(), counted().perform)).toMatchObject({ replayed: false, reply: { body: { call: 1 } } });
  });

  it("is not blocked for ever by a process that was killed", async () => {
    const { once, other, later } = await setUp({ heldMs: 1_000 });
    const killed = gated();
    void once.once(request(), killed.perform);
    await killed.entered;
    const impatient = other({ waitMs: 0, pause: async () => undefined });
    later(999);
    await expect(impatient.once(request(), counted().perform)).rejects.toMatchObject({ code: "idempotency_in_flight" });
    later(1);
    const { perform, calls } = counted();
    expect((await impatient.once(request(), perform)).replayed).toBe(false);
    // It was not dead after all; what stands is the other's answer.
    killed.resolve();
    expect((await other().once(request(), perform)).replayed).toBe(true);
    expect(calls()).toBe(1);
  });

  it("holds on to a key for as long as the work takes", async () => {
    const { once, other, later, store } = await setUp();
    const work = gated();
    const held = Promise.withResolvers<undefined>();
    let reserved = 0;
    const watched: Store = { ...store, reserveIdempotent: async (...parameters) => ((reserved += 1) > 1 && held.resolve(undefined), store.reserveIdempotent(...parameters)) };
    const first = other({ store: watched, heldMs: 30 }).once(request(), work.perform);
    await work.entered;
    later(20);
    await held.promise;
    later(20);
    await expect(other({ waitMs: 0 }).once(request(), counted().perform)).rejects.toMatchObject({ code: "idempotency_in_flight" });
    work.resolve();
    expect((await first).replayed).toBe(false);
    expect((await once.once(request(), counted().perform)).replayed).toBe(true);
  });

  it("keeps no answer that may quote what was erased while it was made", async () => {
    const { once, other, store } = await setUp();
    await store.writeMemory(realmOf("anna"), { action: "create", memory: MEMORY });
    const work = gated();
    const first = once.once(request({ quotes: true }), work.perform);
    await work.entered;
    await store.eraseMemory(wholeUser("anna"), { id: MEMORY.id, at: 0 });
    work.resolve();
    await first;
    const { perform, calls } = counted();
    expect((await other().once(request({ quotes: true }), perform)).replayed).toBe(false);
    expect(calls()).toBe(1);
  });
});

const MEMORY: NewMemory = {
  id: "m", type: "fact", lifetime: "permanent", expiresAt: null, topic: null, text: "secret", contentHash: "h", importance: 0.5, confidence: 1, visibility: "shared", tags: [], project: null,
  speaker: null, sessionId: null, source: null, observedAt: 0, validFrom: null, validTo: null, episodeStart: null, episodeEnd: null, createdAt: 0, supersedes: null, provenance: [], terms: [], words: 1, signals: 0,
};

describe("idempotencyKey", () => {
  it("takes visible ASCII up to 255", () => {
    expect(idempotencyKey(undefined)).toBeUndefined();
    expect(idempotencyKey("a-B:9")).toBe("a-B:9");
    for (const wrong of ["", " ", "ä", "a b", "x".repeat(256), ["a", "b"]]) expect(() => idempotencyKey(wrong)).toThrow(expect.objectContaining({ code: "invalid_fields" }));
  });
});
