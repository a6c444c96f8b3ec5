import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { realmOf } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";
import { append, everything, memory, T0, turn } from "@memory-cortex/store/conformance";
import { afterAll, beforeAll, expect, it } from "vitest";

import { openSqliteStore } from "../open-sqlite-store.ts";

const home = mkdtempSync(join(tmpdir(), "cortex-records-"));
const [atHome, work] = [realmOf("ann", ["home"]), realmOf("ann", ["work"])];
const both = realmOf("ann", ["home", "work"]);
const ODD_ID = "an id of another form";
/** The form of ids that the product makes. */
const idOf = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
let store: Store;

/** One reader, so that documents are read where a search has been. */
beforeAll(async () => {
  store = await openSqliteStore({ home, clock: { now: () => T0 }, readers: 1 });
  await append(store, atHome, { sessionId: "s", inserts: [{ at: 0, turns: [turn("tea", { id: idOf(1) }), turn("tea leaf", { id: ODD_ID })] }] });
  await append(store, work, { sessionId: "s", inserts: [{ at: 0, turns: [turn("tea break", { id: idOf(2) })] }] });
  await store.writeMemory(atHome, { action: "create", memory: memory("green tea", { id: idOf(3) }) });
});
afterAll(async () => {
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

const read = async (realm: typeof both, ids: readonly string[]) => (await store.getDocuments(realm, ids)).map(({ id, kind }) => `${kind} ${id}`);

it("reads the same documents whether or not a search knows where they stand", async () => {
  const ids = [idOf(3), idOf(2), "nobody", ODD_ID, idOf(1), idOf(4), "ö".repeat(36)];
  const before = await read(both, ids);
  expect(before).toEqual([`memory ${idOf(3)}`, `turn ${idOf(2)}`, `turn ${ODD_ID}`, `turn ${idOf(1)}`]);
  await store.searchText(both, { terms: ["tea"], filter: everything(), limit: 10, window: 1 });
  expect(await read(both, ids)).toEqual(before);
  expect(await read(atHome, ids)).toEqual([`memory ${idOf(3)}`, `turn ${ODD_ID}`, `turn ${idOf(1)}`]);
});

it("sees what came and went since the last search", async () => {
  await append(store, atHome, { sessionId: "t", inserts: [{ at: 0, turns: [turn("coffee", { id: idOf(5) })] }] });
  await store.eraseMemory(atHome, { id: idOf(3), at: T0 });
  expect(await read(both, [idOf(5), idOf(3), idOf(1)])).toEqual([`turn ${idOf(5)}`, `turn ${idOf(1)}`]);
});
