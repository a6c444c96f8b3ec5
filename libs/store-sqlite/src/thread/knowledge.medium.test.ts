import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { realmOf } from "@memory-cortex/models";
import { append, entity, everything, memory, relation, remember, T0, turn } from "@memory-cortex/store/conformance";
import { MENTIONS_READ, RELATIONS_READ } from "@memory-cortex/store";
import type { DocumentFilter, Store } from "@memory-cortex/store";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { openSqliteStore } from "../open-sqlite-store.ts";
import { realmFileName } from "./realm-files.ts";
import { MIGRATIONS } from "./schema.ts";

const ann = realmOf("ann");
let home: string;
let store: Store;

const open = async (): Promise<Store> => (store = await openSqliteStore({ home, clock: { now: () => T0 } }));

function inFile(work: (bare: Database.Database) => void): void {
  const bare = new Database(join(home, "realms", realmFileName("ann")));
  try {
    work(bare);
  } finally {
    bare.close();
  }
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cortex-knowledge-"));
});
afterEach(async () => {
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

const OLDER_VERSION = 6;

function takeSteps(bare: Database.Database, count: number): void {
  for (const step of MIGRATIONS.slice(0, count)) {
    if (typeof step === "string") bare.exec(step);
    else step(bare);
  }
}

const BY_NAME_VERSION = 14;

/** Takes the file back to when the names that documents brought lay by name. */
function bringBackByName(): void {
  const before = new Database(":memory:");
  takeSteps(before, BY_NAME_VERSION);
  const made = before.prepare("SELECT sql FROM sqlite_schema WHERE tbl_name = 'alias_source' AND sql IS NOT NULL ORDER BY rowid").pluck().all();
  before.close();
  inFile((bare) => {
    bare.exec(`ALTER TABLE alias_source RENAME TO by_document; ${made.join(";")};
      INSERT INTO alias_source (alias, document) SELECT alias, document FROM by_document; DROP TABLE by_document`);
    bare.pragma(`user_version = ${BY_NAME_VERSION}`);
  });
}

/** A file as the version before the graph left it: four turns, three of them captured, and a memory with its successor. */
function writeOlderFile(): void {
  mkdirSync(join(home, "realms"));
  inFile((bare) => {
    bare.pragma("journal_mode = WAL");
    takeSteps(bare, OLDER_VERSION);
    bare.exec("INSERT INTO meta VALUES ('user_id', 'ann'); INSERT INTO session VALUES (1, 'global', 's', NULL, NULL, NULL, 1, 4)");
    const columns = "id, kind, namespace, words, signals, term_count, observed_at, created_at, content_hash, text, terms";
    const values = "@id, @kind, 'global', 1, 0, 1, @at, @at, @id, 'tea', 'tea'";
    const said = bare.prepare(`INSERT INTO document (${columns}, session, session_id, position, role, timed, captured_at) VALUES (${values}, 1, 's', @position, 'user', 0, @capturedAt)`);
    for (const position of [0, 1, 2, 3]) said.run({ id: `t${position}`, kind: "turn", at: T0 + position, position, capturedAt: position === 3 ? null : T0 });
    const known = bare.prepare(`INSERT INTO document (${columns}, type, valid_to, retired_at) VALUES (${values}, 'fact', @end, @end)`);
    const details = bare.prepare(
      "INSERT INTO memory (rid, lifetime, importance, confidence, visibility, tags, superseded_by) SELECT rid, 'permanent', .5, .8, 'private', '[]', @next FROM document WHERE id = @id",
    );
    for (const each of [{ id: "old", at: T0, end: T0 + 9, next: "new" }, { id: "new", at: T0 + 9, end: null, next: null }]) {
      known.run({ ...each, kind: "memory" });
      details.run(each);
    }
    bare.pragma(`user_version = ${OLDER_VERSION}`);
  });
}

describe("a file from before the graph", () => {
  it("has its captured turns read again, and tells since when a memory had a successor", async () => {
    writeOlderFile();
    await open();
    await expect(store.stats(ann)).resolves.toMatchObject({ openTurns: 1, improvableTurns: 3, entities: 0 });
    await expect(store.improvableWindows(ann, { limit: 5 })).resolves.toEqual([
      { sessionId: "s", namespace: "global", openTurns: 3, firstArrivedAt: T0, lastArrivedAt: T0 + 2 },
    ]);
    const { open: turns } = await store.openTurns(ann, { sessionId: "s", limit: 5, context: 0, improvable: true });
    expect(turns.map(({ id }) => id)).toEqual(["t0", "t1", "t2"]);
    const improved = { sessionId: "s", turnIds: ["t0", "t1", "t2"], writes: [], at: T0, improves: true };
    await expect(store.commitCapture(ann, improved)).resolves.toEqual({ outcome: "committed" });
    await expect(store.getMemory(ann, "old")).resolves.toMatchObject({ supersededAt: T0 + 9, episodeStart: null });
    await expect(store.getMemory(ann, "new")).resolves.toMatchObject({ supersededAt: null });
    await expect(store.checkIntegrity(ann)).resolves.toEqual({ ok: true, problems: [] });
  });

  it("stays as it was when that is cut off, and is whole after the next try", async () => {
    writeOlderFile();
    inFile((bare) => bare.exec("CREATE TABLE llm_call (in_the_way)"));
    await open();
    await expect(store.stats(ann)).rejects.toMatchObject({ code: "store_unavailable" });
    inFile((bare) => {
      expect(bare.pragma("user_version", { simple: true })).toBe(OLDER_VERSION);
      expect(bare.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'entity'").pluck().get()).toBe(0);
      bare.exec("DROP TABLE llm_call");
    });
    await expect(store.stats(ann)).resolves.toMatchObject({ improvableTurns: 3 });
  });
});

describe("a file in which names lay by name", () => {
  it("still knows which document brought which, and forgets a name with the last of them", async () => {
    await open();
    const turns = [turn("x"), turn("y"), turn("z")];
    await append(store, ann, { sessionId: "s", inserts: [{ at: 0, turns }] });
    const bob = entity("Bob");
    const said = (place: number, aliases: string[]): Promise<unknown> =>
      store.commitMemories(ann, { writes: [], entities: [{ ...bob, aliases }], mentions: [{ entityId: bob.id, documentId: turns[place]!.id }] });
    await said(0, ["Bobby"]);
    await said(1, ["Bobby", "Rob"]);
    await said(2, []);
    await store.close();
    bringBackByName();
    await open();
    const names = async (): Promise<string[]> => (await store.findEntities(ann, ["bob"])).flatMap(({ aliases }) => aliases);
    await store.eraseTurns(ann, { ids: [turns[0]!.id], at: T0 });
    expect(await names()).toEqual(["Bobby", "Rob"]);
    await expect(store.checkIntegrity(ann)).resolves.toEqual({ ok: true, problems: [] });
    await store.eraseTurns(ann, { ids: [turns[1]!.id], at: T0 });
    expect(await names()).toEqual([]);
    await expect(store.checkIntegrity(ann)).resolves.toEqual({ ok: true, problems: [] });
    inFile((bare) => expect(bare.pragma("user_version", { simple: true })).toBe(MIGRATIONS.length));
  });
});

describe("an entity that is mentioned everywhere", () => {
  it("leads to the newest documents that are let through, and its oldest are not read", async () => {
    await open();
    const hub = entity("Ann");
    const turns = Array.from({ length: MENTIONS_READ + 1_000 }, (_, index) => turn("x", { observedAt: T0 + index }));
    await append(store, ann, { sessionId: "s", inserts: [{ at: 0, turns }] });
    await store.commitMemories(ann, { writes: [], entities: [hub], mentions: turns.map(({ id }) => ({ entityId: hub.id, documentId: id })) });
    const newest = async (until: number): Promise<string[]> => {
      const { hits } = await store.expand(ann, { keys: ["ann"], hops: 0, filter: everything({ asOf: T0 + until, now: T0 }), limit: 3, entityLimit: 5 });
      return hits.map(({ ref }) => ref.id);
    };
    expect(await newest(turns.length)).toEqual(turns.slice(-3).reverse().map(({ id }) => id));
    expect(await newest(1_200)).toEqual(turns.slice(1_198, 1_201).reverse().map(({ id }) => id));
    expect(await newest(999)).toEqual([]);
  });

  it("is followed from whichever document it was last mentioned in when it was merged", async () => {
    await open();
    const [one, two] = [entity("One"), entity("Two")];
    const texts = Array.from({ length: 1_200 }, (_, index) => turn("x", { observedAt: T0 + index }));
    await append(store, ann, { sessionId: "s", inserts: [{ at: 0, turns: texts }] });
    const mentions = texts.flatMap(({ id }, index) => [...(index % 2 === 0 ? [one] : []), ...(index % 3 === 0 ? [two] : [])].map((each) => ({ entityId: each.id, documentId: id })));
    await store.commitMemories(ann, { writes: [], entities: [one, two], mentions });
    await store.mergeEntities(ann, { from: one.id, into: two.id });
    const { hits } = await store.expand(ann, { keys: ["one"], hops: 0, filter: everything({ asOf: T0 + 2_000 }), limit: 800, entityLimit: 5 });
    expect(hits.map(({ ref }) => ref.id)).toEqual(texts.filter((_, index) => index % 2 === 0 || index % 3 === 0).reverse().map(({ id }) => id));
  });
});

describe("entities by a part of a name", () => {
  it("are those with a name that holds it, however short it is and whatever it holds", async () => {
    await open();
    const named = ["Li Wei", 'Al "Ox" Baxter', "東京タワー", "Naïve OR Xavier", "C*", "Zoë"].map((name) => entity(name, { aliases: [`${name} II`] }));
    const said = turn("x");
    await append(store, ann, { sessionId: "s", inserts: [{ at: 0, turns: [said] }] });
    await store.commitMemories(ann, { writes: [], entities: named, mentions: named.map(({ id }) => ({ entityId: id, documentId: said.id })) });
    const found = async (query: string): Promise<string[]> => (await store.listEntities(ann, { query, limit: 9 })).items.map(({ name }) => name);
    const parts = ["li", "wei", '"ox"', "ox", "l \"o", "京タワ", "e or x", "c*", "* ii", "zoe ii", "OR", "baxters", "NOT x"];
    const expected = [["Li Wei"], ["Li Wei"], ['Al "Ox" Baxter'], ['Al "Ox" Baxter'], ['Al "Ox" Baxter'], ["東京タワー"], ["Naïve OR Xavier"], ["C*"], ["C*"], ["Zoë"], ["Naïve OR Xavier"], [], []];
    expect(await Promise.all(parts.map(found))).toEqual(expected);
    await expect(store.checkIntegrity(ann)).resolves.toEqual({ ok: true, problems: [] });
  });

  it("are forgotten without a trace with the last turn that named them", async () => {
    await open();
    const [kept, gone] = [turn("x"), turn("y")];
    await append(store, ann, { sessionId: "s", inserts: [{ at: 0, turns: [kept, gone] }] });
    const [bob, quinquin] = [entity("Bob"), entity("Quinquinado")];
    await store.commitMemories(ann, { writes: [], entities: [bob, quinquin], mentions: [{ entityId: bob.id, documentId: kept.id }, { entityId: quinquin.id, documentId: gone.id }] });
    const bytes = (): string => ["", "-wal"].map((end) => readFileSync(`${join(home, "realms", realmFileName("ann"))}${end}`, "latin1")).join("");
    expect((await store.listEntities(ann, { query: "inquin", limit: 9 })).items).toHaveLength(1);
    expect(bytes()).toContain("inq");
    await store.eraseTurns(ann, { ids: [gone.id], at: T0 });
    expect((await store.listEntities(ann, { query: "inquin", limit: 9 })).items).toEqual([]);
    expect(bytes()).not.toContain("inq");
    await expect(store.checkIntegrity(ann)).resolves.toEqual({ ok: true, problems: [] });
    inFile((bare) => bare.exec("INSERT INTO name_index (name_index, rowid, key) SELECT 'delete', id, key FROM alias"));
    expect((await store.checkIntegrity(ann)).problems).toEqual(["names that are not as in their index: 1"]);
  });
});

describe("the check of a user's file", () => {
  it("finds what does not agree in the graph and among turns to be improved", async () => {
    await open();
    const said = turn("x");
    await append(store, ann, { sessionId: "s", inserts: [{ at: 0, turns: [said] }] });
    const [bob, eve] = [entity("Bob"), entity("Eve", { aliases: ["Eva"] })];
    const mentions = [bob, eve].map(({ id }) => ({ entityId: id, documentId: said.id }));
    const commit = { sessionId: "s", turnIds: [said.id], writes: [], at: T0, improvable: true, entities: [bob, eve], mentions };
    await store.commitCapture(ann, { ...commit, relations: [relation(bob.id, "KNOWS", { objectId: eve.id })] });
    const kept = await remember(store, ann, "y");
    await store.writeMemory(ann, { action: "conflict", memory: memory("z"), with: [kept.id], group: "g", at: T0 });
    await expect(store.checkIntegrity(ann)).resolves.toEqual({ ok: true, problems: [] });
    inFile((bare) =>
      bare.exec(`UPDATE entity SET documents = 2 WHERE name = 'Bob'; DELETE FROM relation; DELETE FROM mention WHERE entity = (SELECT eid FROM entity WHERE name = 'Eve');
        UPDATE entity SET name = 'Mallory' WHERE name = 'Eve'; UPDATE improvable_window SET turns = 2; UPDATE document SET captured_at = NULL WHERE kind = 'turn';
        UPDATE memory SET conflict_status = NULL WHERE rid = (SELECT max(rid) FROM memory); INSERT INTO open_window VALUES (1, 1, 0, 0)`),
    );
    expect((await store.checkIntegrity(ann)).problems).toEqual([
      "counts of turns to be improved differ from the turns: 1",
      "turns to be improved that are not there or were never captured: 1",
      "entities differ from their mentions: 1",
      "entities that nothing mentions or relates to: 1",
      "entities whose name is not the first of their names: 1",
      "names brought by documents that do not mention their entity, or that are not there: 2",
      "open conflicts of one memory: 1",
    ]);
  });

  it("follows of each entity as many relations as of one alone, in both directions, however many another has", async () => {
    await open();
    await append(store, ann, { sessionId: "s", inserts: [{ at: 0, turns: [turn("tea")] }] });
    const [hub, quiet, far, near] = ["hub", "quiet", "far", "near"].map((name) => entity(name));
    const ends = Array.from({ length: RELATIONS_READ + 100 }, (_, index) => entity(`end ${index}`));
    const relations = [
      ...ends.flatMap(({ id }) => [relation(hub!.id, "KNOWS", { objectId: id }), relation(id, "KNOWS", { objectId: hub!.id })]),
      relation(quiet!.id, "KNOWS", { objectId: far!.id }), relation(near!.id, "KNOWS", { objectId: quiet!.id }),
    ];
    await store.commitMemories(ann, { writes: [], entities: [hub!, quiet!, far!, near!, ...ends], relations });
    const { entities } = await store.expand(ann, { keys: ["hub", "quiet"], hops: 1, filter: everything(), limit: 1, entityLimit: 10_000 });
    const beside = entities.filter(({ hop }) => hop === 1).map(({ name }) => name);
    expect(beside).toEqual(expect.arrayContaining(["far", "near"]));
    expect(beside.filter((name) => name.startsWith("end"))).toHaveLength(RELATIONS_READ);
  });

  it.each([127, 128, 129])("gives each document of a merged entity once, newest first: %i of them", async (count) => {
    await open();
    const turns = Array.from({ length: count }, (_, index) => `t${index}`);
    await append(store, ann, { sessionId: "s", inserts: [{ at: 0, turns: turns.map((id) => turn("tea", { id })) }] });
    const made = [await remember(store, ann, "a cup"), await remember(store, ann, "a pot")];
    const [one, other] = [entity("tea"), entity("chai")];
    const mentions = [...turns.map((documentId, index) => ({ entityId: [one, other][index % 2]!.id, documentId })), ...made.map(({ id }) => ({ entityId: one.id, documentId: id })), { entityId: other.id, documentId: made[1]!.id }];
    await store.commitMemories(ann, { writes: [], entities: [one, other], mentions });
    expect(await store.mergeEntities(ann, { from: other.id, into: one.id })).toBe(true);
    const ask = async (kinds: DocumentFilter["kinds"], limit: number): Promise<string[]> =>
      (await store.expand(ann, { keys: ["chai"], hops: 0, filter: everything({ kinds }), limit, entityLimit: 5 })).hits.map(({ ref }) => ref.id);
    expect(await ask(["turn"], 5)).toEqual(turns.toReversed().slice(0, 5));
    expect(await ask(["memory"], 5)).toEqual([made[1]!.id, made[0]!.id]);
    expect(await ask(["turn", "memory"], 1_000)).toHaveLength(count + 2);
  });
});
