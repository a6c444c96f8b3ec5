import { CortexError, realmOf } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import { expect, it } from "vitest";

import { knownUsers } from "./known-users.ts";

function setUp(users: Set<string>) {
  const asked: string[] = [];
  let now = 1_000;
  const store = {
    async userExists({ userId }: Realm) {
      asked.push(userId);
      return users.has(userId);
    },
  };
  return { asked, exists: knownUsers(store, { clock: { now: () => now } }), pass: (milliseconds: number) => (now += milliseconds) };
}

it("asks once a second for a user who is there", async () => {
  const { asked, exists, pass } = setUp(new Set(["anna"]));
  expect([await exists(realmOf("anna")), await exists(realmOf("anna", ["work"]))]).toEqual([true, true]);
  expect(asked).toEqual(["anna"]);
  pass(1_000);
  expect(await exists(realmOf("anna"))).toBe(true);
  expect(asked).toEqual(["anna", "anna"]);
});

it("sees at once a user who is new, and within a second that one is gone", async () => {
  const users = new Set<string>();
  const { exists, pass } = setUp(users);
  expect(await exists(realmOf("bert"))).toBe(false);
  users.add("bert");
  expect(await exists(realmOf("bert"))).toBe(true);
  users.delete("bert");
  pass(1_000);
  expect(await exists(realmOf("bert"))).toBe(false);
});

it("does not trust a yes from the future", async () => {
  const { asked, exists, pass } = setUp(new Set(["anna"]));
  await exists(realmOf("anna"));
  pass(-500);
  await exists(realmOf("anna"));
  expect(asked).toHaveLength(2);
});

it("keeps a bounded number of users", async () => {
  const names = Array.from({ length: 1_001 }, (_, index) => `user-${index}`);
  const { asked, exists } = setUp(new Set(names));
  for (const name of names) await exists(realmOf(name));
  await exists(realmOf("user-1000"));
  await exists(realmOf("user-0"));
  expect(asked).toHaveLength(1_002);
});

it("waits no longer than the limit for a store that does not answer", async () => {
  const store = {
    userExists: (_realm: Realm, { signal }: { signal?: AbortSignal | undefined } = {}) =>
      new Promise<boolean>((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(new CortexError("aborted")), { once: true });
      }),
  };
  const exists = knownUsers(store, { clock: { now: () => 0 }, limitMs: 1 });
  await expect(exists(realmOf("anna"))).rejects.toMatchObject({ code: "store_unavailable" });
});
