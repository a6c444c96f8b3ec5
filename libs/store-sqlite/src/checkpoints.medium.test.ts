import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { realmOf } from "@memory-cortex/models";
import { everything, remember, say, T0 } from "@memory-cortex/store/conformance";
import type { Store } from "@memory-cortex/store";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { openSqliteStore } from "./open-sqlite-store.ts";
import { realmFileName } from "./thread/realm-files.ts";

const ann = realmOf("ann");
let home: string;
let store: Store;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "cortex-checkpoints-"));
  store = await openSqliteStore({ home, clock: { now: () => T0 } });
});
afterEach(async () => {
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

/** Turns in the file itself, without what stands in its log only. */
function turnsInFile(): number {
  const copy = join(home, "copy.db");
  copyFileSync(join(home, "realms", realmFileName("ann")), copy);
  const bare = new Database(copy);
  try {
    return bare.prepare("SELECT count(*) FROM document").pluck().get() as number;
  } catch {
    return 0;
  } finally {
    bare.close();
  }
}

describe("the write-ahead log", () => {
  it("is moved into the file in the background, so that no acknowledgement waits for it", async () => {
    for (let turn = 0; turn < 90; turn += 1) await say(store, ann, [`tea ${turn}`]);
    expect(turnsInFile()).toBe(0);
    for (let turn = 0; turn < 20; turn += 1) await say(store, ann, [`jam ${turn}`]);
    await vi.waitFor(() => expect(turnsInFile()).toBeGreaterThanOrEqual(90), { timeout: 10_000 });
  });

  it("is empty once a memory was erased, also right after such a move", async () => {
    const { id } = await remember(store, ann, "zanzibar");
    for (let turn = 0; turn < 120; turn += 1) await say(store, ann, [`tea ${turn}`]);
    await store.eraseMemory(ann, { id, at: T0 });
    expect(turnsInFile()).toBe(120);
  });

  it("is in the file when the store was closed, however many threads had it open", async () => {
    const users = Array.from({ length: 30 }, (_, index) => realmOf(`user ${index}`));
    const search = { terms: ["tea"], filter: everything(), limit: 5, window: 0 };
    for (const user of users) await say(store, user, ["tea"]);
    await Promise.all(users.flatMap((user) => [store.searchText(user, search), store.stats(user), store.listTurns(user, { sessionId: "s", after: -1, limit: 5 })]));
    const left = () => readdirSync(join(home, "realms")).filter((name) => !name.endsWith(".db"));
    await store.close();
    expect(left()).toEqual([]);
    store = await openSqliteStore({ home, clock: { now: () => T0 } });
    await Promise.all(users.flatMap((user) => [store.searchText(user, search), store.stats(user)]));
    await store.close();
    expect(left()).toEqual([]);
  });
});
