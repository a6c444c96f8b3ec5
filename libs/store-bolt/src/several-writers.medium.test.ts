import { realmOf } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";
import { append, entity, everything as everyDocument, memory, relation, remember, say, T0, turn } from "@memory-cortex/store/conformance";
import { findNeo4jClassPath, startNeo4j } from "@memory-cortex/testing/servers";
import type { Neo4jServer } from "@memory-cortex/testing/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { query } from "./connection/query.ts";
import { connect, openBoltStore } from "./open-bolt-store.ts";

const WORKERS = 4;

const earlierCountQuery = query("test-earlier-count", () => "MATCH (u:CortexUser {id: $id}) SET u.documents = 1, u.terms = 1");

const found = await findNeo4jClassPath();

/** Each store has connections and queues of its own, as each process does: only the server can make their writers wait for each other. */
describe.skipIf("missing" in found)("workers that write about one user at once on a real Neo4j", () => {
  let server: Neo4jServer;
  let stores: Store[];
  const clock = { now: () => T0 };
  beforeAll(async () => {
    server = await startNeo4j(found as { classPath: string });
    // All of them find a database without a schema.
    stores = await Promise.all(Array.from({ length: WORKERS }, () => openBoltStore({ url: server.url, clock })));
  }, 180_000);
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await server.stop();
  });

  let users = 0;
  const newRealm = (): Realm => realmOf(`several-${(users += 1)}`);
  const atOnce = <Result>(work: (store: Store, worker: number) => Promise<Result>): Promise<Result[]> => Promise.all(stores.map(work));
  const expectWhole = async (realm: Realm): Promise<void> => expect(await stores[0]!.checkIntegrity(realm)).toEqual({ ok: true, problems: [] });
  const everything = async (realm: Realm) => (await stores[0]!.listMemories(realm, { includeHistory: true, now: T0 }, { limit: 1_000 })).items;

  /** Decides on what is known and writes what was decided, again while others were first. Gives how often they were. */
  async function decide(store: Store, realm: Realm, commit: () => Promise<Parameters<Store["commitMemories"]>[1] | null>): Promise<number> {
    for (let stale = 0; ; stale += 1) {
      const { knowledge: basedOn } = await store.revisions(realm);
      const decided = await commit();
      if (decided === null || (await store.commitMemories(realm, { ...decided, basedOn })).outcome === "committed") return stale;
    }
  }

  it("capture a window once", async () => {
    const realm = newRealm();
    const { sessionId, turns } = await say(stores[0]!, realm, ["I like tea", "and coffee"]);
    const turnIds = turns.map(({ id }) => id);
    const outcomes = await atOnce((store, worker) =>
      store.commitCapture(realm, { sessionId, turnIds, at: T0, writes: [{ action: "create", memory: memory(`told by ${worker}`, { provenance: turnIds }) }] }),
    );
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["committed", ...Array.from({ length: WORKERS - 1 }, () => "repeated")]);
    expect(await everything(realm)).toHaveLength(1);
    await expectWhole(realm);
  });

  it("make one user, one entity of a name, and count every mention", async () => {
    const realm = newRealm();
    const times = 5;
    await atOnce(async (store, worker) => {
      for (let time = 0; time < times; time += 1) {
        const [ann, told] = [entity("Ann", { aliases: [`Ann ${worker}`] }), memory(`about Ann ${worker} ${time}`)];
        const relations = [relation(ann.id, "LIKES", { memoryId: told.id })];
        await store.commitMemories(realm, { writes: [{ action: "create", memory: told }], entities: [ann], mentions: [{ entityId: ann.id, documentId: told.id }], relations });
      }
    });
    const known = await stores[0]!.findEntities(realm, ["ann"]);
    expect(known).toMatchObject([{ name: "Ann", documents: WORKERS * times }]);
    expect(known[0]!.aliases.toSorted()).toEqual(Array.from({ length: WORKERS }, (_, worker) => `Ann ${worker}`));
    expect((await stores[0]!.getEntity(realm, known[0]!.id))?.relations).toHaveLength(WORKERS * times);
    const memories = await everything(realm);
    expect(new Set(memories.map(({ serial }) => serial)).size).toBe(WORKERS * times);
    await expectWhole(realm);
  });

  it("find what was acknowledged while more of it is written", async () => {
    const terms = ["tea", "jam", "bread", "salt", "milk", "egg", "rice", "corn", "fish", "plum"];
    const tell = (realm: Realm, sessionId: string) => append(stores[0]!, realm, { sessionId, inserts: [{ at: 0, turns: [turn(terms.join(" "))] }] });
    let missed = 0;
    for (let user = 0; user < 8; user += 1) {
      const realm = newRealm();
      await tell(realm, "first");
      const writing = { isDone: false };
      const written = (async () => {
        for (let number = 0; number < 25; number += 1) await tell(realm, `later ${number}`);
        writing.isDone = true;
      })();
      const reading = stores.slice(1, 3).map(async (store) => {
        while (!writing.isDone) {
          const hits = await store.searchText(realm, { terms, filter: everyDocument(), limit: 5, window: 0 });
          if (hits.length === 0) missed += 1;
        }
      });
      await Promise.all([written, ...reading]);
    }
    expect(missed).toBe(0);
  });

  it("find what was acknowledged when a commit falls between the counts that a question reads", async () => {
    const realm = newRealm();
    const turns = [turn("tea"), turn("tea"), turn("tea")];
    await append(stores[0]!, realm, { sessionId: "talk", inserts: [{ at: 0, turns }] });
    // What a reader sees who has read the user before two of three commits, and the term after them.
    const connection = await connect({ url: server.url, clock });
    await connection.changeAll((transaction) => transaction.run(earlierCountQuery, { id: realm.userId }));
    await connection.close();
    const found = await stores[1]!.searchText(realm, { terms: ["tea"], filter: everyDocument(), limit: 5, window: 0 });
    expect(found.map(({ ref }) => ref.id).toSorted()).toEqual(turns.map(({ id }) => id).toSorted());
    expect(found.every(({ scores }) => scores[0]! > 0)).toBe(true);
  });

  it("lose no reinforcement", async () => {
    const realm = newRealm();
    const { id } = await remember(stores[0]!, realm, "likes tea", { confidence: 0 });
    const times = 5;
    await atOnce(async (store, worker) => {
      for (let time = 0; time < times; time += 1) await store.writeMemory(realm, { action: "reinforce", memoryId: id, turnIds: [`${worker} ${time}`] });
    });
    const reinforced = (await stores[0]!.getMemory(realm, id))!;
    expect(reinforced.reinforcedCount).toBe(WORKERS * times);
    expect(new Set(reinforced.provenance).size).toBe(WORKERS * times);
  });

  it("keep a statement once that all of them decide to keep", async () => {
    const realm = newRealm();
    await say(stores[0]!, realm, ["hello"]);
    const texts = ["one", "two", "three", "four", "five"];
    await atOnce(async (store) => {
      for (const text of texts) {
        const created = memory(text);
        await decide(store, realm, async () => ((await store.findByContentHash(realm, [created.contentHash])).length > 0 ? null : { writes: [{ action: "create", memory: created }] }));
      }
    });
    expect((await everything(realm)).map(({ text }) => text).sort()).toEqual(texts.toSorted());
    await expectWhole(realm);
  });

  it("make one line of versions out of changes, whoever is first", async () => {
    const realm = newRealm();
    await remember(stores[0]!, realm, "version 0");
    const times = 4;
    const stale = await atOnce(async (store, worker) => {
      let late = 0;
      for (let time = 0; time < times; time += 1) {
        late += await decide(store, realm, async () => {
          const current = (await store.listMemories(realm, { includeHistory: false, now: T0 + 1 }, { limit: 9 })).items;
          // Neo4j reads what is committed as it goes: one that meets a commit may see neither version. What was decided on it is stale then.
          if (current.length !== 1) return { writes: [] };
          return { writes: [{ action: "supersede", memoryId: current[0]!.id, memory: memory(`version of ${worker} ${time}`), at: T0 }] };
        });
      }
      return late;
    });
    const memories = await everything(realm);
    expect(memories).toHaveLength(1 + WORKERS * times);
    const taken = memories.flatMap(({ supersedes }) => supersedes ?? []);
    expect(new Set(taken).size).toBe(WORKERS * times);
    expect(memories.filter(({ retiredAt }) => retiredAt === null)).toHaveLength(1);
    expect(await stores[0]!.history(realm, memories[0]!.id)).toHaveLength(memories.length);
    // Else they were never in each other's way, and this has shown nothing.
    expect(stale.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    await expectWhole(realm);
  });

  it("erase a memory once, while others write of what it mentions", async () => {
    const realm = newRealm();
    const ann = entity("Ann");
    const secret = memory("secret of Ann");
    await stores[0]!.commitMemories(realm, { writes: [{ action: "create", memory: secret }], entities: [ann], mentions: [{ entityId: ann.id, documentId: secret.id }] });
    const erased = await atOnce(async (store, worker) => {
      const told = memory(`Ann ${worker}`);
      const [done] = await Promise.all([
        store.eraseMemory(realm, { id: secret.id, at: T0 }),
        store.commitMemories(realm, { writes: [{ action: "create", memory: told }], entities: [entity("Ann")], mentions: [{ entityId: ann.id, documentId: told.id }] }),
      ]);
      return done;
    });
    expect(erased.filter(Boolean)).toHaveLength(1);
    const known = await stores[0]!.findEntities(realm, ["ann"]);
    const mentioned = known.flatMap(({ documents }) => documents).reduce((sum, count) => sum + count, 0);
    const listed = await Promise.all(known.map(async ({ id }) => (await stores[0]!.getEntity(realm, id))!.memoryIds.length));
    expect(listed.reduce((sum, count) => sum + count, 0)).toBe(mentioned);
    await expectWhole(realm);
  });
});
