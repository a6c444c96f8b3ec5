import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { realmOf, wholeUser } from "@memory-cortex/models";
import { append, everything, remember, say, T0, turn } from "@memory-cortex/store/conformance";
import type { Store } from "@memory-cortex/store";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { openSqliteStore } from "../open-sqlite-store.ts";
import { BLOCK_RIDS } from "./posting-list.ts";
import { realmFileName } from "./realm-files.ts";
import { MIGRATIONS } from "./schema.ts";

const ann = realmOf("ann");
const everythingOfAnn = wholeUser("ann");
let home: string;
let store: Store;

const pathOf = (): string => join(home, "realms", realmFileName("ann"));
const open = async (): Promise<Store> => (store = await openSqliteStore({ home, clock: { now: () => T0 } }));

function inFile<Value>(sql: string): Value {
  const bare = new Database(pathOf());
  try {
    const statement = bare.prepare(sql);
    return (statement.reader ? statement.pluck().all() : statement.run()) as Value;
  } finally {
    bare.close();
  }
}

async function found(term: string): Promise<number> {
  return (await store.searchText(ann, { terms: [term], filter: everything(), limit: 5, window: 0 })).length;
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cortex-word-lists-"));
});
afterEach(async () => {
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

describe("reading misspelt words in a realm with blocks", () => {
  it("takes them for words of blocks and of what is behind, until these are erased", async () => {
    await open();
    const memory = await remember(store, ann, "marmalade 7be04d1cafe2", { contentHash: "m" });
    const turns = Array.from({ length: BLOCK_RIDS }, (_, index) => turn(`tea ${index === 100 ? "lighthouse" : "sun"}`));
    await append(store, ann, { sessionId: "s", inserts: [{ at: 0, turns }] });
    // Background work makes the block.
    await store.commitCapture(ann, { sessionId: "s", turnIds: [turns[0]!.id], writes: [], at: T0 });
    expect(inFile<string[]>("SELECT words FROM word_list ORDER BY letter, length")).toEqual(["lighthouse", "marmalade"]);
    const late = await remember(store, ann, "wheelbarrow", { contentHash: "w" });
    expect(await Promise.all(["marmelade", "lihgthouse", "wheelbarow", "7be04d1", "zebra"].map(found))).toEqual([1, 1, 1, 1, 0]);
    await store.eraseMemory(ann, { id: memory.id, at: T0 });
    await store.eraseMemory(ann, { id: late.id, at: T0 });
    expect(await Promise.all(["marmelade", "lihgthouse", "wheelbarow", "7be04d1"].map(found))).toEqual([0, 1, 0, 0]);
    expect(inFile<string[]>("SELECT words FROM word_list")).toEqual(["lighthouse"]);
    await expect(store.checkIntegrity(ann)).resolves.toEqual({ ok: true, problems: [] });
  });

  it("is checked against the documents", async () => {
    await open();
    const turns = Array.from({ length: BLOCK_RIDS + 1 }, () => turn("tea lighthouse"));
    await append(store, ann, { sessionId: "s", inserts: [{ at: 0, turns }] });
    await store.commitCapture(ann, { sessionId: "s", turnIds: [turns[0]!.id], writes: [], at: T0 });
    const bare = new Database(pathOf());
    bare.exec("DELETE FROM word_list; UPDATE term_block SET postings = substr(postings, 4) WHERE term = 'tea'; UPDATE open_window SET turns = 3");
    bare.close();
    const { problems } = await store.checkIntegrity(ann);
    expect(problems).toEqual([
      "counts of turns that capture has not seen differ from the turns: 1",
      "blocks of postings that differ from their documents: 1",
      "words that are not as in the blocks: 1",
    ]);
  });
});

/** A file as the version before the word lists left it: some turns, the first of which is captured, and a memory. */
function writeOlderFile(turns: number): void {
  mkdirSync(join(home, "realms"));
  const bare = new Database(pathOf());
  bare.pragma("journal_mode = WAL");
  bare.pragma("secure_delete = ON");
  bare.transaction(() => {
    for (const step of MIGRATIONS.slice(0, 5)) {
      if (typeof step === "string") bare.exec(step);
      else step(bare);
    }
    bare.exec("INSERT INTO meta VALUES ('user_id', 'ann'); INSERT INTO session VALUES (1, 'global', 's', NULL, NULL, NULL, 1, 0)");
    const insert = bare.prepare(`INSERT INTO document (id, kind, namespace, session, session_id, position, role, words, signals, term_count, observed_at, created_at, timed, captured_at, content_hash, text, terms)
      VALUES (@id, 'turn', 'global', 1, 's', @position, 'user', 2, 0, 2, @at, @at, 0, @capturedAt, @id, @text, @text)`);
    for (let position = 0; position < turns; position += 1) {
      insert.run({ id: `t${position}`, position, at: T0 + position, capturedAt: position === 0 ? T0 : null, text: position === 5 ? "tea quicksilver" : "tea sun" });
    }
    bare.exec("UPDATE session SET turns = (SELECT count(*) FROM document)");
    bare.pragma("user_version = 5");
  })();
  bare.close();
}

describe("a file from before the word lists", () => {
  it("is brought up to date when it is first asked for", async () => {
    const turns = BLOCK_RIDS + 50;
    writeOlderFile(turns);
    const told: string[] = [];
    store = await openSqliteStore({ home, clock: { now: () => T0 }, onMigration: ({ state }) => told.push(state) });
    expect(await Promise.all([found("quicksliver"), found("tea")])).toEqual([1, 5]);
    expect(told).toEqual(["begun", "done"]);
    await expect(store.openWindows(everythingOfAnn)).resolves.toEqual([{ sessionId: "s", namespace: "global", openTurns: turns - 1, firstArrivedAt: T0 + 1, lastArrivedAt: T0 + turns - 1 }]);
    await expect(store.stats(ann)).resolves.toMatchObject({ turns, memories: 0, openTurns: turns - 1, oldestAt: T0, newestAt: T0 + turns - 1 });
    await expect(store.checkIntegrity(ann)).resolves.toEqual({ ok: true, problems: [] });
    expect(inFile<string[]>("SELECT name FROM sqlite_schema WHERE name LIKE 'term_index%'")).toEqual([]);
  });

  it("stays as it was when that is cut off, and is whole after the next try", async () => {
    writeOlderFile(20);
    const bare = new Database(pathOf());
    bare.exec("CREATE TABLE word_list (in_the_way)");
    bare.close();
    await open();
    await expect(store.stats(ann)).rejects.toMatchObject({ code: "store_unavailable" });
    expect(inFile<number[]>("PRAGMA user_version")).toEqual([5]);
    expect(inFile<number[]>("SELECT count(*) FROM term_index WHERE term_index MATCH 'tea'")).toEqual([20]);
    inFile("DROP TABLE word_list");
    await expect(store.stats(ann)).resolves.toMatchObject({ turns: 20, openTurns: 19 });
  });

  it("keeps no trace in pages that the old index left", async () => {
    writeOlderFile(2_000);
    await open();
    await say(store, ann, ["x"]);
    await store.close();
    const needle = Buffer.from("quicksilver");
    const bytes = readFileSync(pathOf());
    let places = 0;
    for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) places += 1;
    // The document's text and its terms.
    expect(places).toBe(2);
  });
});
