import { CortexError } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import type { CallOptions, ImportPage, ImportState, TransferStore } from "@memory-cortex/store";

import type { StoreParts } from "../bolt-store.ts";
import type { BoltCall } from "../connection/bolt-call.ts";
import type { Query } from "../connection/query.ts";
import { eraseDocuments } from "../documents/erase-documents.ts";
import { exportIdsQuery, exportSpacesQuery, exportStateQuery, unfinishedImportsQuery } from "../queries/export-records.ts";
import * as queries from "../queries/import-records.ts";
import { linkProvenanceQuery } from "../queries/link-provenance.ts";
import { spaceForVectorsQuery } from "../queries/space-for-vectors.ts";
import { keyOf } from "../records/keys.ts";
import { EXACT_UP_TO } from "../spaces/exact-up-to.ts";
import { indexSpace } from "../spaces/index-space.ts";
import { spaceKey } from "../spaces/space-keys.ts";
import { exportPage } from "./export-page.ts";
import { importPage } from "./import-records.ts";

/** In one transaction: no writer of the user waits long, and no server holds much. */
const BATCH = 500;
const IMPORTING = { makesUser: false, whileImporting: true };

interface UserState {
  importing: string | null;
  stream: string | null;
  position: string | null;
}

async function stateOf({ transaction }: BoltCall): Promise<ImportState | null> {
  const [user] = await transaction.run<UserState>(exportStateQuery);
  if (user === undefined || user.stream === null || user.position === null) return null;
  return { stream: user.stream, position: user.position, ended: user.importing === null };
}

/** A part of a user cannot be moved: what it is linked with would stay behind. */
function checkWhole(realm: Realm): void {
  if (realm.namespaces !== "all") throw new CortexError("invalid_realm", { detail: "Only a whole user can be moved, with all namespaces." });
}

/** Turns may have come after the memories that rest on them. Some documents behind a serial; the last serial, null at the end. */
async function linkSome({ realm, transaction }: BoltCall, after: number): Promise<number | null> {
  const rows = await transaction.run<{ serial: number; key: string; provenance: string[] | null }>(queries.provenanceQuery, { at1: after, limit: BATCH });
  const links = rows.map(({ key, provenance }) => ({ key, turns: (provenance ?? []).map((id) => keyOf(realm.userId, id)) })).filter(({ turns }) => turns.length > 0);
  if (links.length > 0) await transaction.run(linkProvenanceQuery, { rows: links });
  return rows.at(-1)?.serial ?? null;
}

const DISCARDS: readonly Query[] = [
  queries.discardRelationsQuery, queries.discardEntitiesQuery, queries.discardSessionsQuery, queries.discardSpacesQuery, queries.discardTombstonesQuery,
  queries.discardReceiptsQuery, queries.discardAnswersQuery, queries.discardCallsQuery,
];

/** Moving whole users over a Bolt server. An import holds the lock of a user whom nobody else can see or write to. */
export function transferMethods({ connection, read }: StoreParts): TransferStore {
  const given = { exportPage: read(1, exportPage), importState: read(0, stateOf) };
  const write = <Result>(realm: Realm, options: CallOptions | undefined, work: (call: BoltCall) => Promise<Result>): Promise<Result> => connection.write(realm, options, work, IMPORTING);

  async function linkAll(realm: Realm, options: CallOptions | undefined): Promise<void> {
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      after = await write(realm, options, (call) => linkSome(call, from));
    }
  }

  async function indexAll(realm: Realm, options: CallOptions | undefined): Promise<void> {
    const spaces = await connection.read(realm, options, ({ transaction }) => transaction.run<{ at1: number }>(exportSpacesQuery, { at1: 0, limit: BATCH }));
    for (const { at1: spaceId } of spaces) {
      const [size] = await connection.read(realm, options, ({ transaction }) => transaction.run<{ vectors: number; index: string | null }>(spaceForVectorsQuery, { space: spaceKey(realm.userId, spaceId) }));
      if (size !== undefined && size.vectors > EXACT_UP_TO && size.index === null) await indexSpace(connection, realm, { spaceId, options });
    }
  }

  /** The last page takes transactions of its own: what only the whole can be made of. */
  async function importRecords(realm: Realm, page: ImportPage, options?: CallOptions): Promise<void> {
    checkWhole(realm);
    const end = page.records.filter(({ kind }) => kind === "end");
    await write(realm, options, (call) => importPage(call, { ...page, records: page.records.filter(({ kind }) => kind !== "end") }));
    if (end.length === 0) return;
    await linkAll(realm, options);
    await write(realm, options, (call) => importPage(call, { ...page, records: end }));
    await indexAll(realm, options);
  }

  async function discardImport(realm: Realm, options?: CallOptions): Promise<boolean> {
    checkWhole(realm);
    const state = await connection.read(realm, options, ({ transaction }) => transaction.run<UserState>(exportStateQuery));
    if (state[0]?.importing === undefined || state[0].importing === null) return false;
    for (let left = BATCH; left > 0; ) {
      left = await write(realm, options, async (call) => {
        const rows = await call.transaction.run<{ id: string }>(exportIdsQuery, { at1: 0, limit: BATCH });
        await eraseDocuments(call, rows.map(({ id }) => id));
        return rows.length;
      });
    }
    for (const query of DISCARDS) {
      for (let erased = BATCH; erased === BATCH; ) erased = (await write(realm, options, (call) => call.transaction.run<{ erased: number }>(query, { limit: BATCH })))[0]?.erased ?? 0;
    }
    await write(realm, options, ({ transaction }) => transaction.run(queries.discardUserQuery));
    return true;
  }

  return {
    exportPage: async (realm, request, options) => (checkWhole(realm), given.exportPage(realm, request, options)),
    importRecords,
    importState: async (realm, options) => (checkWhole(realm), given.importState(realm, options)),
    unfinishedImports: async (options) => (await connection.readAll<{ id: string }>(unfinishedImportsQuery, options)).map(({ id }) => id),
    discardImport,
  };
}
