import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { storeConformance, T0 } from "@memory-cortex/store/conformance";
import type { Store } from "@memory-cortex/store";
import { afterAll } from "vitest";

import { openSqliteStore } from "./open-sqlite-store.ts";

const folder = mkdtempSync(join(tmpdir(), "cortex-store-"));
const homes = new WeakMap<Store, string>();
let count = 0;

async function openAt(home: string, clock = { now: () => T0 }): Promise<Store> {
  const store = await openSqliteStore({ home, clock, maxOpenUsers: 8 });
  homes.set(store, home);
  return store;
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

storeConformance({
  name: "The store in SQLite files",
  open: ({ clock }) => openAt(join(folder, `home-${(count += 1)}`), clock),
  reopen: async (store) => {
    await store.close();
    return openAt(homes.get(store)!);
  },
});
