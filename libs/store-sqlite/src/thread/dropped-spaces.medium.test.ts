import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { realmOf, wholeUser } from "@memory-cortex/models";
import { append, everything, remember, T0, turn, unit } from "@memory-cortex/store/conformance";
import type { Store } from "@memory-cortex/store";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { openSqliteStore } from "../open-sqlite-store.ts";
import { realmFileName } from "./realm-files.ts";

/** Two parts and a bit, as they are erased. */
const TURNS = 2_100;
const ann = realmOf("ann");
const all = wholeUser("ann");
const ids = Array.from({ length: TURNS }, (_, index) => `t${index}`);
const vector = unit(1, 2, 3, 4);
let home: string;
let store: Store;

const open = () => openSqliteStore({ home, clock: { now: () => T0 } });
const newSpace = async (): Promise<number> =>
  (await store.createSpace(all, { embedder: "e", model: "m", dimension: 4, weighting: null, documentsAtStart: 0, createdAt: T0 })).id;
const save = (spaceId: number, saved: readonly string[]): Promise<void> => store.saveVectors(all, { spaceId, vectors: saved.map((id) => ({ id, vector })) });

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "cortex-dropped-"));
  store = await open();
  await append(store, ann, { sessionId: "s", inserts: [{ at: 0, turns: ids.map((id) => turn("tea", { id })) }] });
});
afterEach(async () => {
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

function inFile(sql: string): unknown {
  const bare = new Database(join(home, "realms", realmFileName("ann")));
  try {
    const statement = bare.prepare(sql);
    return statement.reader ? statement.pluck().get() : statement.run();
  } finally {
    bare.close();
  }
}

const tableIsThere = (spaceId: number): boolean => inFile(`SELECT count(*) FROM sqlite_schema WHERE name = 'vector_${spaceId}'`) === 1;

/** What a process leaves that ends right after a space was dropped. */
async function droppedByACrash(): Promise<number> {
  const space = await newSpace();
  await save(space, ids);
  await store.close();
  inFile(`UPDATE space SET state = 'dropped' WHERE id = ${space}`);
  store = await open();
  return space;
}

describe("a dropped space", () => {
  it("is gone for everybody at once, and its vectors soon after", async () => {
    const space = await newSpace();
    await save(space, ids);
    await store.dropSpace(all, space);
    expect(await store.spaces(ann)).toEqual([]);
    expect(await store.searchVector(ann, { spaceId: space, vector, filter: everything(), limit: 5, window: 0 })).toEqual([]);
    await vi.waitFor(() => expect(tableIsThere(space)).toBe(false), { timeout: 10_000 });
    expect(inFile("SELECT count(*) FROM space")).toBe(0);
    expect(await store.checkIntegrity(ann)).toEqual({ ok: true, problems: [] });
  });

  it("that another one takes the place of goes the same way", async () => {
    const before = await newSpace();
    await save(before, ids);
    await store.activateSpace(all, before);
    const next = await newSpace();
    await save(next, ids);
    expect(await store.activateSpace(all, next)).toBe(true);
    expect((await store.spaces(ann)).map(({ space }) => space.id)).toEqual([next]);
    await vi.waitFor(() => expect(tableIsThere(before)).toBe(false), { timeout: 10_000 });
    expect(inFile(`SELECT count(*) FROM vector_${next}`)).toBe(TURNS);
  });

  it("that a crash left takes nothing new, is in no answer and no export, and goes along with later vectors", async () => {
    const left = await droppedByACrash();
    expect(await store.spaces(ann)).toEqual([]);
    expect(await store.unembedded(ann, { spaceId: left, limit: 5 })).toEqual([]);
    expect(await store.weighting(ann, left)).toBeNull();
    expect(await store.activateSpace(all, left)).toBe(false);
    const { id } = await remember(store, ann, "jam");
    expect(inFile(`SELECT count(*) FROM pending WHERE space = ${left}`)).toBe(0);
    const { records } = await store.exportPage(all, { after: null, limit: 2 * TURNS });
    const kinds = new Set(records.map(({ kind }) => kind));
    expect(kinds.has("turn")).toBe(true);
    expect(kinds.has("space") || kinds.has("vector")).toBe(false);
    const space = await newSpace();
    for (let saves = 0; saves < TURNS && tableIsThere(left); saves += 1) await save(space, [id]);
    expect(tableIsThere(left)).toBe(false);
    expect((await store.spaces(ann)).map(({ space: { id: each } }) => each)).toEqual([space]);
  });

  it("keeps nothing of what is forgotten meanwhile", async () => {
    const left = await droppedByACrash();
    const rid = inFile("SELECT rid FROM document WHERE id = 't7'") as number;
    expect(inFile(`SELECT count(*) FROM vector_${left} WHERE rid = ${rid}`)).toBe(1);
    await store.eraseTurns(ann, { ids: ["t7"], at: T0 });
    expect(inFile(`SELECT count(*) FROM vector_${left} WHERE rid = ${rid}`)).toBe(0);
    expect(await store.checkIntegrity(ann)).toEqual({ ok: true, problems: [] });
  });
});
