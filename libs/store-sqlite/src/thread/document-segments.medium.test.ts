import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";

import { realmOf } from "@memory-cortex/models";
import { append, everything, remember, T0, turn } from "@memory-cortex/store/conformance";
import type { Store, TextHit } from "@memory-cortex/store";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { openSqliteStore } from "../open-sqlite-store.ts";
import { SEGMENT_RIDS } from "./document-segments.ts";
import { realmFileName } from "./realm-files.ts";

const ann = realmOf("ann");
const clock = { now: () => T0 };
const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
let home: string;
let store: Store;
let made = 0;

/** Turns of two people, every other one with an id of another form. */
const turns = (count: number) =>
  Array.from({ length: count }, () => {
    made += 1;
    return turn(`tea ${made % 50 === 0 ? "jam" : "sun"}`, { id: made % 2 === 0 ? uuid(made) : `t${made}`, speaker: made % 3 === 0 ? "Ann" : "Bo", observedAt: T0 + made });
  });

/** Before all others of the session, which had so many changes. */
async function add(sessionId: string, count: number, revision = 0): Promise<void> {
  expect(await append(store, ann, { sessionId, revision, inserts: [{ at: 0, turns: turns(count) }] })).toMatchObject({ outcome: "appended" });
}

/** Segments are made beside other work in the background; a note of capture is the least of it. */
async function fill(sessionId: string, count: number): Promise<void> {
  await add(sessionId, count);
  const captured = await store.openTurns(ann, { sessionId, limit: 1, context: 0 });
  const commit = await store.commitCapture(ann, { sessionId, turnIds: captured.open.map(({ id }) => id), at: T0, writes: [] });
  expect(commit.outcome).toBe("committed");
}

async function reopen(): Promise<void> {
  await store.close();
  store = await openSqliteStore({ home, clock });
}

const path = (): string => join(home, "realms", realmFileName("ann"));

function inFile(sql: string, parameters: Record<string, unknown> = {}): unknown {
  const bare = new Database(path());
  try {
    const statement = bare.prepare(sql);
    return statement.reader ? statement.pluck().all(parameters) : statement.run(parameters);
  } finally {
    bare.close();
  }
}

const find = (): Promise<TextHit[]> => store.searchText(ann, { terms: ["jam"], filter: everything(), limit: 1_000, window: 1 });
const kept = (): unknown => inFile("SELECT segment FROM document_segment WHERE columns IS NOT NULL ORDER BY segment");

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "cortex-document-segments-"));
  made = 0;
  store = await openSqliteStore({ home, clock });
});
afterEach(async () => {
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

describe("the columns of documents in pieces", () => {
  it("are read where they are sound, and made from the rows where one is missing or damaged", async () => {
    await add("s", 100);
    await remember(store, ann, "jam is kept", { tags: ["food"] });
    await fill("t", SEGMENT_RIDS * 2);
    expect(kept()).toEqual([0]);
    await fill("u", 1);
    expect(kept()).toEqual([0, 1]);
    const expected = await find();
    expect(expected.filter(({ ref }) => ref.kind === "memory")).toHaveLength(1);
    await reopen();
    expect(await find()).toEqual(expected);

    const names = JSON.stringify([null, "user", "Eve", "Eve"]);
    const [columns] = inFile("SELECT columns FROM document_segment WHERE segment = 0") as Buffer[];
    const [others] = inFile("SELECT other_ids FROM document_segment WHERE segment = 0") as string[];
    inFile("UPDATE document_segment SET names = @names, checksum = @checksum WHERE segment = 0", { names, checksum: crc32(others!, crc32(names, crc32(columns!))) });
    await reopen();
    expect(new Set((await find()).slice(0, 20).map(({ ref }) => ref.speaker))).toContain("Eve");
    await expect(store.checkIntegrity(ann)).resolves.toMatchObject({ ok: false, problems: [expect.stringContaining("pieces of the columns")] });

    for (const damage of ["checksum = checksum + 1", "columns = substr(columns, 1, 1000)", "other_ids = '[[0,'"]) {
      inFile(`UPDATE document_segment SET ${damage} WHERE segment = 0`);
      await reopen();
      expect(await find(), damage).toEqual(expected);
    }
    inFile("DELETE FROM document_segment");
    await reopen();
    expect(await find()).toEqual(expected);
  });

  it("are never stale: a turn that moves or is erased empties its piece, which leaves no trace and is made again later", async () => {
    await fill("s", SEGMENT_RIDS - 1);
    await fill("t", SEGMENT_RIDS);
    expect(kept()).toEqual([0, 1]);
    await add("s", 1, 1);
    expect(kept()).toEqual([1]);
    await reopen();
    const gone = uuid(50);
    expect((await find()).find(({ ref }) => ref.id === gone)!.ref.position).toBe(50);

    await store.eraseTurns(ann, { ids: [gone], at: T0 });
    expect(kept()).toEqual([1]);
    expect((inFile("SELECT names FROM document_segment WHERE segment = 0") as unknown[])[0]).toBeNull();
    expect(readFileSync(path()).includes(gone)).toBe(false);
    await reopen();
    const after = await find();
    expect(after.map(({ ref }) => ref.id)).not.toContain(gone);
    await expect(store.checkIntegrity(ann)).resolves.toEqual({ ok: true, problems: [] });

    await fill("v", SEGMENT_RIDS);
    expect(kept()).toEqual([0, 1, 2]);
    await reopen();
    const refs = (hits: TextHit[]) => hits.map(({ ref }) => ref).filter(({ sessionKey }) => sessionKey?.includes("v") !== true);
    expect(refs(await find())).toEqual(refs(after));
    await expect(store.checkIntegrity(ann)).resolves.toEqual({ ok: true, problems: [] });
  });
});
