import { CortexError } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";

import type { CallOptions } from "../store.ts";
import { canonicalRecord } from "../transfer/canonical-record.ts";
import { PAGE_BYTES } from "../transfer.ts";
import type { ExportedPage, ExportRequest, TransferRecord, TransferStore } from "../transfer.ts";
import { checkWhole, endOf, importPage, newImport, recordsOf } from "./transfer.ts";
import type { Import } from "./transfer.ts";
import type { UserState } from "./user-state.ts";

/** What moving needs of the users in memory. */
export interface MovedUsers {
  check(options: CallOptions | undefined): void;
  /** As they are, not copies. */
  readonly states: Map<string, UserState>;
  readonly imports: Map<string, Import>;
}

/** The records of exports that run, as of their first pages. */
class Exports {
  readonly #running = new Map<string, readonly TransferRecord[]>();
  #last = 0;

  begin(records: readonly TransferRecord[]): string {
    this.#last += 1;
    this.#running.set(String(this.#last), structuredClone(records));
    return String(this.#last);
  }

  page({ name, from }: { name: string; from: number }, limit: number): ExportedPage {
    const records = this.#running.get(name);
    if (records === undefined) throw new CortexError("export_changed", { detail: "This export is not known any more; begin it anew." });
    let [until, bytes] = [from, 0];
    while (until < records.length && until - from < Math.max(1, limit) && bytes < PAGE_BYTES) {
      bytes += canonicalRecord(records[until]!).length;
      until += 1;
    }
    if (until === records.length) this.#running.delete(name);
    return { records: records.slice(from, until), next: until === records.length ? null : JSON.stringify([name, until]) };
  }
}

function placeOf(after: string): { name: string; from: number } {
  const [name, from] = JSON.parse(after) as [string, number];
  return { name, from };
}

export function transferMethods({ check, states, imports }: MovedUsers): TransferStore {
  const exports = new Exports();
  const allowed = (realm: Realm, options: CallOptions | undefined): string => {
    check(options);
    checkWhole(realm);
    return realm.userId;
  };
  const begin = (userId: string): string => {
    const user = states.get(userId) ?? imports.get(userId)?.user;
    if (user === undefined) return exports.begin([]);
    return exports.begin([...recordsOf(user), ...(states.has(userId) ? [endOf(user)] : [])]);
  };
  return {
    exportPage: async (realm, { after, limit }: ExportRequest, options) => {
      const userId = allowed(realm, options);
      return exports.page(after === null ? { name: begin(userId), from: 0 } : placeOf(after), limit);
    },
    importRecords: async (realm, page, options) => {
      const userId = allowed(realm, options);
      const user = states.get(userId);
      const begun = imports.get(userId);
      if (user !== undefined && begun === undefined) throw new CortexError("import_conflict", { detail: "The user is there already." });
      const importing = structuredClone(begun ?? newImport(page.stream));
      if (user !== undefined) importing.user = structuredClone(user);
      importPage(importing, structuredClone(page));
      imports.set(userId, importing);
      if (importing.ended) states.set(userId, importing.user);
    },
    importState: async (realm, options) => {
      const found = imports.get(allowed(realm, options));
      return found === undefined ? null : { stream: found.stream, position: found.position, ended: found.ended };
    },
    unfinishedImports: async (options) => {
      check(options);
      return [...imports].flatMap(([userId, { ended }]) => (ended ? [] : [userId]));
    },
    discardImport: async (realm, options) => {
      const userId = allowed(realm, options);
      return imports.get(userId)?.ended === false && imports.delete(userId);
    },
  };
}
