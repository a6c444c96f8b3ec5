import type { IdempotencyRecord } from "@memory-cortex/store";
import { describe, expect, it } from "vitest";

import { idempotency, idempotencyKey } from "./idempotency.ts";
import type { IdempotencyOptions, KeyedRequest } from "./idempotency.ts";

const DAY = 24 * 3_600_000;

function setUp(options: Partial<IdempotencyOptions> & { users?: string[] } = {}) {
  const kept = new Map<string, IdempotencyRecord>();
  const users = new Set(options.users ?? ["anna"]);
  const failures: unknown[] = [];
  let now = 0;
  const once = idempotency({
    clock: { now: () => now },
    onSaveFailure: (error) => failures.push(error),
    store: {
      userExists: async (realm) => users.has(realm.userId),
      getIdempotent: async (realm, { key, now: at }) => {
        const record = kept.get(`${realm.userId} ${key}`);
        return record !== undefined && record.expiresAt > at ? record : null;
      },
      saveIdempotent: async (realm, record) => void kept.set(`${realm.userId} ${record.key}`, record),
    },
    ...options,
  });
  return { once, kept, failures, later: (milliseconds: number) => void (now += milliseconds) };
}

const request = (fields: Partial<KeyedRequest> = {}): KeyedRequest => ({ key: "k", userId: "anna", scope: "POST /x a", quotes: false, body: { a: 1 }, ...fields });

function counted(status = 200) {
  let calls = 0;
  return { perform: async () => ({ status, body: { call: (calls += 1) } }), calls: () => calls };
}

describe("once", () => {
  it("performs a key once and replays its answer for a day", async () => {
    const { once, later } = setUp();
    const { perform, calls } = counted(201);
    expect(await once.once(request(), perform)).toEqual({ reply: { status: 201, body: { call: 1 } }, replayed: false });
    later(DAY - 1);
    expect(await once.once(request(), perform)).toEqual({ reply: { status: 201, body: { call: 1 } }, replayed: true });
    later(1);
    expect((await once.once(request(), perform)).replayed).toBe(false);
    expect(calls()).toBe(2);
  });

  it("refuses another body, and keeps other users, routes and callers apart", async () => {
    const { once } = setUp({ users: ["anna", "bert"] });
    const { perform } = counted();
    await once.once(request(), perform);
    await expect(once.once(request({ body: { a: 2 } }), perform)).rejects.toMatchObject({ code: "idempotency_mismatch" });
    for (const other of [{ userId: "bert" }, { scope: "POST /y a" }, { scope: "POST /x b" }, { key: "k2" }]) {
      expect((await once.once(request(other), perform)).replayed).toBe(false);
    }
  });

  it("lets the second of two at once wait for the first", async () => {
    const { once } = setUp();
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
    const { once, kept } = setUp();
    const failing = once.once(request(), async () => Promise.reject(new TypeError("broken")));
    const second = once.once(request(), counted().perform);
    await expect(failing).rejects.toThrow("broken");
    expect((await second).replayed).toBe(false);
    const refused = await once.once(request({ key: "other" }), counted(503).perform);
    expect([refused.replayed, kept.size]).toEqual([false, 1]);
  });

  it("gives up waiting after its time", async () => {
    const { once } = setUp({ waitMs: 1 });
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
    const { once, kept } = setUp({ users: [] });
    await once.once(request(), counted().perform);
    expect(kept.size).toBe(0);
  });

  it("answers although the answer cannot be kept", async () => {
    const { store } = { store: { userExists: async () => true, getIdempotent: async () => null, saveIdempotent: async () => Promise.reject(new TypeError("disk")) } };
    const { once, failures } = setUp({ store });
    expect(await once.once(request(), counted().perform)).toMatchObject({ replayed: false });
    expect(failures).toHaveLength(1);
  });
});

describe("idempotencyKey", () => {
  it("takes visible ASCII up to 255", () => {
    expect(idempotencyKey(undefined)).toBeUndefined();
    expect(idempotencyKey("a-B:9")).toBe("a-B:9");
    for (const wrong of ["", " ", "ä", "a b", "x".repeat(256), ["a", "b"]]) expect(() => idempotencyKey(wrong)).toThrow(expect.objectContaining({ code: "invalid_fields" }));
  });
});
