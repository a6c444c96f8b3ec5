import { realmOf } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";
import { append, newRealm, say, T0, turn, uniqueId } from "@memory-cortex/store/conformance";
import { findNeo4jClassPath, startNeo4j } from "@memory-cortex/testing/servers";
import type { Neo4jServer } from "@memory-cortex/testing/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Connection } from "./connection/connection.ts";
import { query } from "./connection/query.ts";
import { migrate } from "./migrations/migrate.ts";
import { MIGRATION_STEPS } from "./migrations/steps.ts";
import { connect, openBoltStore } from "./open-bolt-store.ts";

const clock = { now: () => T0 };
const found = await findNeo4jClassPath();

describe("without a server", () => {
  it("says that it cannot be reached", async () => {
    await expect(openBoltStore({ url: "bolt://127.0.0.1:1", clock })).rejects.toMatchObject({ code: "store_unavailable" });
  });
});

describe.skipIf("missing" in found)("on a real Neo4j", () => {
  const { classPath } = found as { classPath: string };
  let server: Neo4jServer;
  let connection: Connection;
  beforeAll(async () => {
    server = await startNeo4j({ classPath });
    connection = await connect({ url: server.url, clock });
  }, 120_000);
  afterAll(async () => {
    await connection.close();
    await server.stop();
  });

  const schema = query("test-schema", () => "SHOW INDEXES YIELD name, state RETURN name, state");
  const open = (): Promise<Store> => openBoltStore({ url: server.url, clock });

  it("brings an empty database up to date once, however many open it at the same moment", async () => {
    const events: string[] = [];
    const stores = await Promise.all([1, 2, 3, 4].map(() => openBoltStore({ url: server.url, clock, onMigration: ({ state }) => events.push(state) })));
    expect(events.filter((state) => state === "begun").length).toBe(events.filter((state) => state === "done").length);
    expect(events).toContain("done");
    const indexes = await connection.readAll<{ name: string; state: string }>(schema);
    expect(indexes.filter(({ state }) => state !== "ONLINE")).toEqual([]);
    expect(indexes.map(({ name }) => name)).toContain("document_key_unique");
    const again = await openBoltStore({ url: server.url, clock, onMigration: () => events.push("again") });
    expect(events).not.toContain("again");
    await Promise.all([...stores, again].map((store) => store.close()));
  });

  it("changes data once with a new version, however many processes do it, and refuses a newer one", async () => {
    const counting = query("test-count", () => "MERGE (t:TestCount {id: 'x'}) ON CREATE SET t.times = 1 ON MATCH SET t.times = t.times + 1");
    const newest = MIGRATION_STEPS.at(-1)!.version;
    const steps = [...MIGRATION_STEPS, { version: newest + 1, schema: () => [], changes: [counting] }];
    const others = await Promise.all([1, 2, 3].map(() => connect({ url: server.url, clock })));
    await Promise.all([connection, ...others].map((each) => migrate(each, undefined, steps)));
    await Promise.all(others.map((each) => each.close()));
    const count = query("test-read-count", () => "MATCH (t:TestCount {id: 'x'}) RETURN t.times AS times");
    await expect(connection.readAll(count)).resolves.toEqual([{ times: 1 }]);
    await expect(open()).rejects.toMatchObject({ code: "store_newer" });
    await connection.changeAll((transaction) => transaction.run(query("test-reset", () => `MATCH (s:CortexSchema) SET s.version = ${newest}`)));
    await expect(open().then((store) => store.close())).resolves.toBeUndefined();
  });

  it("lets the writers of a user in several processes follow one another, and loses none of their work", async () => {
    const stores = await Promise.all([1, 2, 3, 4].map(open));
    const realm = newRealm();
    const appendOne = async (store: Store, sessionId: string): Promise<void> => {
      for (;;) {
        const { revision, length } = await store.readAlignment(realm, { sessionId, hashes: [], times: [] });
        if ((await append(store, realm, { sessionId, revision, inserts: [{ at: length, turns: [turn("a word")] }] })).outcome === "appended") return;
      }
    };
    await Promise.all(stores.flatMap((store) => ["s", "s", "t"].map((sessionId) => appendOne(store, sessionId))));
    const [store] = stores;
    await expect(store!.stats(realm)).resolves.toMatchObject({ turns: 12, sessions: 2, openTurns: 12 });
    expect((await store!.listTurns(realm, { sessionId: "s", after: -1, limit: 99 }))?.turns.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    await expect(store!.checkIntegrity(realm)).resolves.toEqual({ ok: true, problems: [] });
    await Promise.all(stores.map((each) => each.close()));
  });

  it("frees a caller who gives up at once, and ends what ran for him on the server", async () => {
    const busy = query("test-busy", () => "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a + b < 0 RETURN count(*) AS busy");
    const running = query("test-running", () => "SHOW TRANSACTIONS YIELD currentQuery WHERE currentQuery STARTS WITH 'UNWIND range' RETURN currentQuery");
    const untilRunning = async (count: number): Promise<void> => {
      await expect.poll(async () => (await connection.readAll(running)).length, { timeout: 20_000 }).toBe(count);
    };
    const calls = [
      (options: { signal: AbortSignal }) => connection.read(newRealm(), options, ({ transaction }) => transaction.run(busy)),
      (options: { signal: AbortSignal }) => connection.write(newRealm(), options, ({ transaction }) => transaction.run(busy)),
    ];
    for (const call of calls) {
      const controller = new AbortController();
      const work = call({ signal: controller.signal });
      const outcome = expect(work).rejects.toMatchObject({ code: "aborted" });
      await untilRunning(1);
      controller.abort();
      await outcome;
      await untilRunning(0);
    }
  });

  it("tells a revision once the write under way has ended, and holds nobody up for a caller who gave up", async () => {
    const store = await open();
    const realm = newRealm();
    await say(store, realm, ["a"]);
    const { content } = await store.revisions(realm);
    const waiting = query("test-waiting", () => "SHOW TRANSACTIONS YIELD currentQuery, status WHERE currentQuery CONTAINS 'u.lock = u.lock + 1' AND status STARTS WITH 'Blocked' RETURN status");
    const untilWaiting = (count: number): Promise<void> => expect.poll(async () => (await connection.readAll(waiting)).length, { timeout: 20_000 }).toBe(count);
    const grow = query("test-grow", () => "MATCH (u:CortexUser {id: $user}) SET u.documentRevision = u.documentRevision + 1");
    const [begun, held] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const writing = connection.write(realm, undefined, async ({ transaction }) => {
      await transaction.run(grow);
      begun.resolve(undefined);
      await held.promise;
    });
    await begun.promise;
    const controller = new AbortController();
    const abandoned = expect(store.revisions(realm, { signal: controller.signal })).rejects.toMatchObject({ code: "aborted" });
    await untilWaiting(1);
    controller.abort();
    await abandoned;
    await untilWaiting(0);
    const told = store.revisions(realm);
    await untilWaiting(1);
    held.resolve(undefined);
    await expect(told).resolves.toMatchObject({ content: content + 1 });
    await writing;
    await store.close();
  });

  it("refuses writes to a user whose import has not ended, and does not name him", async () => {
    const store = await open();
    const realm = newRealm();
    await say(store, realm, ["a"]);
    const set = (value: string) => connection.changeAll((transaction) => transaction.run(query(`test-importing-${value}`, () => `MATCH (u:CortexUser {id: $id}) SET u.importing = ${value}`), { id: realm.userId }));
    await set("'stream'");
    await expect(say(store, realm, ["b"])).rejects.toMatchObject({ code: "import_unfinished" });
    await expect(store.userExists(realm)).resolves.toBe(false);
    expect(await store.users()).not.toContain(realm.userId);
    await set("null");
    await expect(store.userExists(realm)).resolves.toBe(true);
    await store.close();
  });

  describe("killed", () => {
    it("goes on with the same store once the server is back, and keeps what was acknowledged, once", async () => {
      const store = await open();
      const realm = realmOf(uniqueId("killed"));
      const acknowledged: string[] = [];
      const outcome = { done: false };
      const talk = async (): Promise<void> => {
        for (let count = 0; !outcome.done; count += 1) {
          // Whoever talks to the store tries again with the same turn: the write may have been kept though nobody heard of it.
          const said = turn(`turn ${count}`, { id: `${realm.userId}-${count}` });
          while (!(await keep(store, realm, said))) await new Promise((resolve) => setImmediate(resolve));
          acknowledged.push(said.text);
        }
      };
      const talking = talk();
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(5);
      const { folder, port } = server;
      await server.kill9();
      server = await startNeo4j({ classPath, folder, port });
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 5);
      outcome.done = true;
      await talking;
      const page = await store.listTurns(realm, { sessionId: "s", after: -1, limit: 100_000 });
      expect(page?.turns.map(({ text }) => text)).toEqual(acknowledged);
      await expect(store.checkIntegrity(realm)).resolves.toEqual({ ok: true, problems: [] });
      await store.close();
    }, 180_000);
  });
});

/** Whether the turn is kept at the end of its session. */
async function keep(store: Store, realm: Realm, said: ReturnType<typeof turn>): Promise<boolean> {
  try {
    const { revision, length } = await store.readAlignment(realm, { sessionId: "s", hashes: [], times: [] });
    return (await append(store, realm, { sessionId: "s", revision, inserts: [{ at: length, turns: [said] }] })).outcome === "appended";
  } catch {
    return false;
  }
}
