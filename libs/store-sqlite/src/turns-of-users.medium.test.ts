import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { realmOf } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import { append, everything, T0, turn } from "@memory-cortex/store/conformance";
import type { Store } from "@memory-cortex/store";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openSqliteStore } from "./open-sqlite-store.ts";

const MANY = 20;
const home = mkdtempSync(join(tmpdir(), "cortex-turns-of-users-"));
const [ann, bob] = [realmOf("ann"), realmOf("bob")];
let store: Store;

const search = (realm: Realm): Promise<unknown> => store.searchText(realm, { terms: ["tea"], filter: everything(), limit: 20, window: 1 });

beforeAll(async () => {
  store = await openSqliteStore({ home, clock: { now: () => T0 }, readers: 1 });
  for (const realm of [ann, bob]) await append(store, realm, { sessionId: "s", inserts: [{ at: 0, turns: [turn("tea"), turn("tea and sun")] }] });
});
afterAll(async () => {
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

describe("users who ask one thread", () => {
  it("take turns: the searches of one are answered between the many of another that came before", async () => {
    const answered: string[] = [];
    const ask = async (name: string, realm: Realm): Promise<void> => {
      await search(realm);
      answered.push(name);
    };
    await Promise.all([...Array.from({ length: MANY }, () => ask("ann", ann)), ask("bob", bob), ask("bob", bob)]);
    expect(answered.slice(0, 4)).toEqual(["ann", "bob", "ann", "bob"]);
    expect(answered).toHaveLength(MANY + 2);
  });

  it("take turns at writing, each user's writes in their order", async () => {
    const written: string[] = [];
    const write = async (realm: Realm, text: string): Promise<void> => {
      await append(store, realm, { sessionId: text, inserts: [{ at: 0, turns: [turn(text)] }] });
      written.push(text);
    };
    await Promise.all([...["ann 1", "ann 2", "ann 3", "ann 4"].map((text) => write(ann, text)), ...["bob 1", "bob 2"].map((text) => write(bob, text))]);
    expect(written).toEqual(["ann 1", "bob 1", "ann 2", "bob 2", "ann 3", "ann 4"]);
  });
});
