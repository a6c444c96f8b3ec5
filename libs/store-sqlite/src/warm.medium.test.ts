import { copyFileSync, mkdtempSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { realmOf, wholeUser } from "@memory-cortex/models";
import { append, everything, T0, turn, unit } from "@memory-cortex/store/conformance";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { openSqliteStore } from "./open-sqlite-store.ts";
import { Migrations } from "./migrations.ts";
import { recentUsers } from "./thread/list-users.ts";
import { realmFileName } from "./thread/realm-files.ts";
import { ThreadPool } from "./thread-pool.ts";
import { warm } from "./warm.ts";

const TURNS = 6_000;
const home = mkdtempSync(join(tmpdir(), "cortex-warm-"));
const directory = join(home, "realms");
const clock = { now: () => T0 };
const vector = unit(1, 2, 3, 4);
const [ann, bob] = [realmOf("ann"), realmOf("bob")];
let spaceId: number;

/** Turns of a kilobyte, so that the file is one of a large user. */
beforeAll(async () => {
  const store = await openSqliteStore({ home, clock });
  await append(store, bob, { sessionId: "s", inserts: [{ at: 0, turns: [turn("tea sun")] }] });
  const turns = Array.from({ length: TURNS }, (_, index) => turn(`sun w${index} ${"oak ".repeat(200)}`, { id: `t${index}` }));
  for (let at = 0; at < TURNS; at += 2_000) await append(store, ann, { sessionId: `s${at}`, inserts: [{ at: 0, turns: turns.slice(at, at + 2_000) }] });
  spaceId = (await store.createSpace(wholeUser("ann"), { embedder: "e", model: "m", dimension: 4, weighting: null, documentsAtStart: 0, createdAt: T0 })).id;
  await store.saveVectors(wholeUser("ann"), { spaceId, vectors: turns.map(({ id }) => ({ id, vector })) });
  await store.activateSpace(wholeUser("ann"), spaceId);
  await store.close();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** In which order calls end that were begun in the order ann, bob, when whatever must still be read lets others go first. */
async function order(name: string, { warmed }: { warmed: boolean }): Promise<string[]> {
  const pool = new ThreadPool({ directory, readers: 1, maxOpenUsers: 8, searchMemory: 64 * 1024 * 1024, slice: 0, clock });
  const ended: string[] = [];
  try {
    if (warmed) await warm({ pool, migrations: new Migrations(pool), searchMemory: 64 * 1024 * 1024 });
    const request = { terms: ["sun"], spaceId, vector, filter: everything(), limit: 5, window: 1 };
    const asked = pool.read({ name, realm: ann, request }).then(() => ended.push("ann"));
    await Promise.all([asked, pool.read({ name: "getDocuments", realm: bob, request: [] }).then(() => ended.push("bob"))]);
    return ended;
  } finally {
    await pool.close();
  }
}

describe("warming after a start", () => {
  for (const name of ["searchText", "searchVector"]) {
    it(`leaves ${name} nothing to read before its first answer`, async () => {
      expect(await order(name, { warmed: false })).toEqual(["bob", "ann"]);
      expect(await order(name, { warmed: true })).toEqual(["ann", "bob"]);
    });
  }

  it("says when it is over, and is over when the store is closed in the middle of it", async () => {
    const warmed = Promise.withResolvers<undefined>();
    const store = await openSqliteStore({ home, clock, warm: true, slice: 0, onWarm: () => warmed.resolve(undefined) });
    await store.close();
    await warmed.promise;
    await expect(store.ping()).rejects.toMatchObject({ code: "store_unavailable" });
  });
});

describe("recentUsers", () => {
  it("takes large users, the one written last first, as far as the bytes go", () => {
    const touched = (userId: string, at: number): void => utimesSync(join(directory, realmFileName(userId)), at, at);
    touched("ann", 1_000);
    touched("bob", 2_000);
    expect(recentUsers(directory, { least: 1, most: 1e12 })).toEqual(["bob", "ann"]);
    touched("ann", 3_000);
    expect(recentUsers(directory, { least: 1, most: 1e12 })).toEqual(["ann", "bob"]);
    expect(recentUsers(directory, { least: 1, most: 1 })).toEqual(["ann"]);
    expect(recentUsers(directory, { least: 4 * 1024 * 1024, most: 1e12 })).toEqual(["ann"]);
  });

  it("does not count the largest, and goes past one that does not fit to smaller ones", () => {
    const folder = mkdtempSync(join(tmpdir(), "cortex-recent-"));
    const size = (userId: string) => statSync(join(directory, realmFileName(userId))).size;
    for (const [at, userId] of ["ann", "bob", "carl", "dan"].entries()) {
      const path = join(folder, realmFileName(userId));
      copyFileSync(join(directory, realmFileName(userId === "ann" || userId === "carl" ? "ann" : "bob")), path);
      const database = new Database(path);
      database.prepare("UPDATE meta SET value = ? WHERE key = 'user_id'").run(userId);
      database.close();
      utimesSync(path, 1_000 - at, 1_000 - at);
    }
    expect(recentUsers(folder, { least: 1, most: size("bob") })).toEqual(["ann", "bob"]);
    expect(recentUsers(folder, { least: 1, most: 2 * size("bob") })).toEqual(["ann", "bob", "dan"]);
    rmSync(folder, { recursive: true });
  });
});
