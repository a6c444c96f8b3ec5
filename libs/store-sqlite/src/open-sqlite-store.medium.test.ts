import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { realmOf } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import { entity, everything, relation, remember, say, T0, unit } from "@memory-cortex/store/conformance";
import type { Store } from "@memory-cortex/store";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { openSqliteStore } from "./open-sqlite-store.ts";
import type { SqliteStoreOptions } from "./open-sqlite-store.ts";
import { Migrations } from "./migrations.ts";
import { createSqliteStore } from "./sqlite-store.ts";
import { ThreadPool } from "./thread-pool.ts";
import { realmFileName } from "./thread/realm-files.ts";

const clock = { now: () => T0 };
let home: string;
const open: Store[] = [];

async function openStore(options: Partial<SqliteStoreOptions> = {}): Promise<Store> {
  const store = await openSqliteStore({ home, clock, ...options });
  open.push(store);
  return store;
}

const fileOf = (realm: Realm): string => join(home, "realms", realmFileName(realm.userId));
const ann = realmOf("ann");
const search = (store: Store, realm: Realm, term: string): Promise<unknown[]> =>
  store.searchText(realm, { terms: [term], filter: everything(), limit: 5, window: 0 });

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cortex-driver-"));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((store) => store.close()));
  rmSync(home, { recursive: true, force: true });
});

describe("files of the SQLite store", () => {
  it("creates nothing for reads, and private files for writes", async () => {
    const store = await openStore();
    await search(store, ann, "tea");
    await store.stats(ann);
    expect(existsSync(join(home, "realms"))).toBe(false);
    await say(store, ann, ["tea"]);
    expect(statSync(join(home, "realms")).mode & 0o777).toBe(0o700);
    const files = readdirSync(join(home, "realms"));
    expect(files).toContain(realmFileName("ann"));
    for (const file of files) expect(statSync(join(home, "realms", file)).mode & 0o777).toBe(0o600);
  });

  it("says that a file is damaged, and goes on for the other users", async () => {
    const first = await openStore();
    for (const user of ["ann", "bob", "eve"]) await say(first, realmOf(user), Array.from({ length: 50 }, (_, index) => `tea ${index}`));
    await first.close();
    writeFileSync(fileOf(ann), "not a database at all ".repeat(1_000));
    truncateSync(fileOf(realmOf("eve")), 40_000);
    const store = await openStore();
    await expect(search(store, ann, "tea")).rejects.toMatchObject({ code: "store_corrupt" });
    await expect(say(store, ann, ["x"])).rejects.toMatchObject({ code: "store_corrupt" });
    await expect(search(store, realmOf("eve"), "tea")).rejects.toMatchObject({ code: "store_corrupt" });
    await expect(search(store, realmOf("bob"), "tea")).resolves.toHaveLength(5);
    expect(await store.users()).toContain("bob");
  });

  it("reports damage that SQLite only finds when it looks", async () => {
    const first = await openStore();
    await say(first, ann, Array.from({ length: 300 }, (_, index) => `tea ${index} ${"x".repeat(300)}`));
    await first.close();
    const bytes = readFileSync(fileOf(ann));
    bytes.fill(0x5a, Math.floor(bytes.length * 0.6), Math.floor(bytes.length * 0.9));
    writeFileSync(fileOf(ann), bytes);
    const report = await (await openStore()).checkIntegrity(ann);
    expect(report.ok).toBe(false);
    expect(report.problems.length).toBeGreaterThan(0);
  });

  it("reports counts that do not agree", async () => {
    const store = await openStore();
    await say(store, ann, ["tea", "jam"]);
    await expect(store.checkIntegrity(ann)).resolves.toEqual({ ok: true, problems: [] });
    const database = new Database(fileOf(ann));
    database.exec("UPDATE collection SET documents = 7; UPDATE session SET turns = 9");
    database.close();
    const { problems } = await store.checkIntegrity(ann);
    expect(problems).toEqual(["totals of namespaces differ from the documents: 1", "sessions differ from their turns: 1"]);
  });

  it("refuses the file of another user", async () => {
    const first = await openStore();
    await say(first, realmOf("bob"), ["tea"]);
    await first.close();
    writeFileSync(fileOf(ann), readFileSync(fileOf(realmOf("bob"))));
    const store = await openStore();
    await expect(search(store, ann, "tea")).rejects.toMatchObject({ code: "store_corrupt" });
    await expect(say(store, ann, ["x"])).rejects.toMatchObject({ code: "store_corrupt" });
  });

  it("leaves data of a newer version alone", async () => {
    const first = await openStore();
    await say(first, ann, ["tea"]);
    await first.close();
    const database = new Database(fileOf(ann));
    database.pragma("user_version = 99");
    database.close();
    const store = await openStore();
    await expect(search(store, ann, "tea")).rejects.toMatchObject({ code: "store_newer" });
    await expect(say(store, ann, ["x"])).rejects.toMatchObject({ code: "store_newer" });
  });

  it("takes a file whose making was cut off for no user, and finishes it", async () => {
    const store = await openStore();
    await say(store, realmOf("bob"), ["tea"]);
    writeFileSync(fileOf(ann), "");
    await expect(store.userExists(ann)).resolves.toBe(false);
    await expect(store.users()).resolves.toEqual(["bob"]);
    await say(store, ann, ["tea"]);
    await expect(search(store, ann, "tea")).resolves.toHaveLength(1);
    expect((await store.users()).sort()).toEqual(["ann", "bob"]);
  });

  it("leaves no trace of what was forgotten in any file", async () => {
    const store = await openStore();
    await say(store, ann, ["tea"]);
    const { id } = await remember(store, ann, "unmistakable zanzibar secret", { contentHash: "h" });
    const vector = unit(...Array.from({ length: 64 }, (_, index) => Math.sin(index + 1)));
    const space = await store.createSpace(ann, { embedder: "e", model: "m", dimension: 64, weighting: null, documentsAtStart: 0, createdAt: T0 });
    await store.saveVectors(ann, { spaceId: space.id, vectors: [{ id, vector }] });
    const [spy, friend] = [entity("Agent Quicksilver", { aliases: ["Nightjar"] }), entity("Bob")];
    const mentions = [spy, friend].map((each) => ({ entityId: each.id, documentId: id }));
    const relations = [relation(spy.id, "BETRAYS", { objectId: friend.id, object: "Bob the marmoset", memoryId: id })];
    await store.commitMemories(ann, { writes: [], entities: [spy, friend], mentions, relations });
    // Others stay, and one of them knows the spy by another name.
    const other = await remember(store, ann, "harmless");
    await store.commitMemories(ann, { writes: [], entities: [{ ...spy, name: "Sam", aliases: [] }], mentions: [{ entityId: spy.id, documentId: other.id }] });
    await search(store, ann, "zanzibar");
    await store.expand(ann, { keys: ["nightjar"], hops: 2, filter: everything(), limit: 5, entityLimit: 5 });
    const holds = (needle: Buffer): boolean =>
      readdirSync(join(home, "realms")).some((file) => readFileSync(join(home, "realms", file)).includes(needle));
    const words = ["zanzibar", "Quicksilver", "quicksilver", "Nightjar", "nightjar", "BETRAYS", "marmoset", spy.id];
    const needles = [Buffer.from(vector.buffer, 0, 64), ...words.map((word) => Buffer.from(word))];
    expect(needles.map(holds)).toEqual(needles.map(() => true));
    await store.eraseMemory(ann, { id, at: T0 });
    expect(needles.map(holds)).toEqual(needles.map((_, index) => index === words.length));
    await expect(store.findEntities(ann, ["sam"])).resolves.toMatchObject([{ id: spy.id, name: "Sam", aliases: [] }]);
    await store.eraseMemory(ann, { id: other.id, at: T0 });
    expect(needles.map(holds)).toEqual(needles.map(() => false));
  });
});

describe("one process at a time", () => {
  it("refuses a second store on the same home until the first is closed", async () => {
    const first = await openStore();
    await expect(openStore()).rejects.toMatchObject({ code: "store_unavailable", detail: expect.stringContaining("Another process") });
    await first.close();
    await expect(openStore()).resolves.toBeDefined();
  });

  it("refuses while another process lives, and takes over when it was killed", async () => {
    const script = `
      import { openSqliteStore } from ${JSON.stringify(new URL("./open-sqlite-store.ts", import.meta.url).href)};
      await openSqliteStore({ home: ${JSON.stringify(home)}, clock: { now: Date.now } });
      process.stdout.write("open");
      setInterval(() => {}, 1000);`;
    const other = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    await once(other.stdout, "data");
    await expect(openStore()).rejects.toMatchObject({ code: "store_unavailable" });
    const reading = await openStore({ lock: false });
    await expect(reading.users()).resolves.toEqual([]);
    other.kill("SIGKILL");
    await once(other, "exit");
    await expect(openStore()).resolves.toBeDefined();
  });

  it("reads beside the owner without its lock, and writes nothing", async () => {
    const owner = await openStore();
    await say(owner, ann, ["tea"]);
    const reading = await openStore({ lock: false });
    await expect(search(reading, ann, "tea")).resolves.toHaveLength(1);
    await expect(reading.ping()).resolves.toBeUndefined();
    await expect(say(reading, ann, ["jam"])).rejects.toMatchObject({ code: "store_unavailable" });
    await say(owner, ann, ["jam"]);
    await expect(search(reading, ann, "jam")).resolves.toHaveLength(1);
  });

  it("says when the home cannot be used", async () => {
    const file = join(home, "file");
    writeFileSync(file, "");
    await expect(openSqliteStore({ home: join(file, "below"), clock })).rejects.toMatchObject({ code: "home_unwritable" });
  });
});

describe("threads of the SQLite store", () => {
  function pooled(readers = 2): { pool: ThreadPool; store: Store } {
    const pool = new ThreadPool({ directory: join(home, "realms"), readers, maxOpenUsers: 8, slice: 20, searchMemory: 1_000_000, clock });
    const store = createSqliteStore({ pool, migrations: new Migrations(pool), readOnly: false, release: () => undefined });
    open.push(store);
    return { pool, store };
  }

  it("rejects the call of a thread that died, and starts it again", async () => {
    const { pool, store } = pooled(1);
    const many = Array.from({ length: 3_000 }, (_, index) => `tea ${index}`);
    await say(store, ann, many);
    const longSearch = (): Promise<unknown[]> => store.searchText(ann, { terms: ["tea"], filter: everything(), limit: 3_000, window: 9 });
    for (const { line, long } of [{ line: pool.writes, long: () => say(store, ann, many) }, { line: pool.reads, long: longSearch }]) {
      const running = expect(long()).rejects.toMatchObject({ code: "store_unavailable" });
      const waiting = long();
      await line.threads[0]!.terminate();
      await running;
      await waiting;
    }
    expect(await store.stats(ann)).toMatchObject({ turns: 6_000, sessions: 2 });
    await expect(store.checkIntegrity(ann)).resolves.toMatchObject({ ok: true });
  });

  it("answers the search that was handed over behind the one of a thread that died", async () => {
    const { pool, store } = pooled(1);
    await say(store, ann, Array.from({ length: 3_000 }, (_, index) => `tea ${index}`));
    const filter = everything();
    const running = expect(store.searchText(ann, { terms: ["tea"], filter, limit: 3_000, window: 9 })).rejects.toMatchObject({ code: "store_unavailable" });
    const handedOver = store.expand(ann, { keys: ["tea"], hops: 1, filter, limit: 5, entityLimit: 5 });
    await pool.reads.threads[0]!.terminate();
    await running;
    await expect(handedOver).resolves.toEqual({ entities: [], hits: [] });
  });

  it("drops a waiting call whose caller gave up: it is never run", async () => {
    const { store } = pooled();
    const controller = new AbortController();
    const first = say(store, ann, ["tea"]);
    const session = { sessionId: "s", channel: null, agentId: null, project: null };
    const abandoned = store.touch(ann, { ids: [], at: T0 }, { signal: controller.signal });
    const never = store.saveIdempotent(ann, { key: "k", bodyHash: "h", status: 1, response: "", expiresAt: T0 + 1 }, { signal: controller.signal });
    controller.abort();
    await expect(abandoned).rejects.toMatchObject({ code: "aborted" });
    await expect(never).rejects.toMatchObject({ code: "aborted" });
    await first;
    await store.appendTurns(ann, { session, revision: 0, inserts: [] });
    await expect(store.getIdempotent(ann, { key: "k", now: T0 })).resolves.toBeNull();
  });

  it("frees the caller of a long search at once", async () => {
    const { store } = pooled(1);
    await say(store, ann, Array.from({ length: 2_000 }, (_, index) => `tea ${index}`));
    const controller = new AbortController();
    const long = Array.from({ length: 20 }, () =>
      store.searchText(ann, { terms: ["tea"], filter: everything(), limit: 2_000, window: 5 }, { signal: controller.signal }),
    );
    const rejections = long.map((call) => expect(call).rejects.toMatchObject({ code: "aborted" }));
    const start = performance.now();
    controller.abort();
    await Promise.all(rejections);
    expect(performance.now() - start).toBeLessThan(20);
  });

  it("rejects what waits when it is closed, and lets what runs end", async () => {
    const { store } = pooled(1);
    await say(store, ann, ["tea"]);
    const running = search(store, ann, "tea");
    const waiting = expect(search(store, ann, "tea")).rejects.toMatchObject({ code: "store_unavailable" });
    await store.close();
    await expect(running).resolves.toHaveLength(1);
    await waiting;
  });

  it("does not keep a process alive that forgot to close it", () => {
    const script = `
      import { openSqliteStore } from ${JSON.stringify(new URL("./open-sqlite-store.ts", import.meta.url).href)};
      import { realmOf } from "@memory-cortex/models";
      const store = await openSqliteStore({ home: ${JSON.stringify(home)}, clock: { now: Date.now } });
      process.stdout.write(JSON.stringify(await store.userExists(realmOf("ann"))));`;
    const cwd = new URL("..", import.meta.url).pathname;
    expect(execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd, timeout: 20_000 }).toString()).toBe("false");
  });
});

describe("many users in one process", () => {
  const countFiles = (): number => readdirSync("/proc/self/fd").length;
  const linux = existsSync("/proc/self/fd");

  it.runIf(linux)("serves 500 users with bounded open files and memory", { timeout: 120_000 }, async () => {
    const store = await openStore({ maxOpenUsers: 16 });
    const realms = Array.from({ length: 500 }, (_, index) => realmOf(`user ${index}`));
    await say(store, realms[0]!, ["warm"]);
    const before = { files: countFiles(), memory: process.memoryUsage.rss() };
    await Promise.all(realms.map((realm) => say(store, realm, ["tea", "jam"])));
    await Promise.all(realms.flatMap((realm) => [search(store, realm, "tea"), search(store, realm, "jam")]));
    // Three threads with sixteen users of three files each, and a few that are being opened.
    expect(countFiles() - before.files).toBeLessThan(3 * 16 * 3 + 20);
    expect(process.memoryUsage.rss() - before.memory).toBeLessThan(300 * 1024 * 1024);
    expect(await store.users()).toHaveLength(500);
  });
});
