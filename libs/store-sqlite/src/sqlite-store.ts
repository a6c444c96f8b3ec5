import { CortexError, wholeUser } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import { totalOf } from "@memory-cortex/store";
import type { CallOptions, IntegrityReport, LlmTotal, LlmUsage, Store } from "@memory-cortex/store";

import { ActiveSpaces } from "./active-spaces.ts";
import type { ReadName, ReadRequest, ReadResult, WriteName, WriteRequest, WriteResult } from "./thread/operations.ts";
import { toGraphHits, toTextHits, toVectorHits } from "./hit-table.ts";
import type { Migrations } from "./migrations.ts";
import { SpaceEraser } from "./space-eraser.ts";
import { TextFollowers } from "./text-followers.ts";
import type { ThreadPool } from "./thread-pool.ts";
import { transferMethods } from "./transfer-methods.ts";

/** What a store needs besides its threads. */
export interface StoreParts {
  pool: ThreadPool;
  migrations: Migrations;
  /** Reading tools beside a running server write nothing. */
  readOnly: boolean;
  release: () => void;
}

type Read = <Name extends ReadName>(name: Name, realm: Realm, request: ReadRequest<Name>, options?: CallOptions) => Promise<ReadResult<Name>>;
type Write = <Name extends WriteName>(name: Name, realm: Realm, request: WriteRequest<Name>, options?: CallOptions) => Promise<WriteResult<Name>>;

const readOnlyError = (): CortexError => new CortexError("store_unavailable", { detail: "The store is open for reading only." });

/** A vector that is a slice of a larger buffer would take all of it along to the thread. */
export function standAlone(vector: Float32Array): Float32Array {
  return vector.byteLength === vector.buffer.byteLength ? vector : vector.slice();
}

/** Damage that keeps a check from running is its finding. */
function asProblem(error: unknown): IntegrityReport {
  if (!CortexError.isInstance(error) || error.code !== "store_corrupt") throw error;
  return { ok: false, problems: [error.detail] };
}

interface Callers {
  read: Read;
  write: Write;
  active: ActiveSpaces;
  followers: TextFollowers;
  eraser: SpaceEraser;
}

function callers({ pool, migrations, readOnly }: StoreParts): Callers {
  const write: Write = async (name, realm, request, options) => {
    if (readOnly) throw readOnlyError();
    return (await pool.write({ name, realm, request, signal: options?.signal, patient: options?.patient })) as never;
  };
  const read: Read = async (name, realm, request, options) => {
    const call = async () => (await pool.read({ name, realm, request, signal: options?.signal, patient: options?.patient })) as never;
    return readOnly ? call() : migrations.reading(realm, call, options?.signal);
  };
  // Beside a running server spaces change without this process knowing.
  const active = new ActiveSpaces((realm, options) => read("activeSpaces", realm, undefined, options), { keep: !readOnly });
  return { read, write, active, followers: new TextFollowers(pool), eraser: new SpaceEraser(pool) };
}

type Methods<Name extends keyof Store> = Pick<Store, Name>;

function conversationMethods({ read, write, followers }: Callers): Methods<"readAlignment" | "appendTurns" | "eraseTurns" | "listSessions" | "listTurns" | "openTurns" | "openWindows" | "improvableWindows" | "commitCapture"> {
  return {
    readAlignment: (realm, request, options) => read("readAlignment", realm, request, options),
    appendTurns: async (realm, request, options) => {
      const result = await write("appendTurns", realm, request, options);
      followers.added(realm);
      return result;
    },
    eraseTurns: (realm, request, options) => write("eraseTurns", realm, request, options),
    listSessions: (realm, page, options) => read("listSessions", realm, page, options),
    listTurns: (realm, request, options) => read("listTurns", realm, request, options),
    openTurns: (realm, request, options) => read("openTurns", realm, request, options),
    openWindows: (realm, options) => read("openWindows", realm, undefined, options),
    improvableWindows: (realm, request, options) => read("improvableWindows", realm, request, options),
    commitCapture: (realm, commit, options) => write("commitCapture", realm, commit, options),
  };
}

function memoryMethods({ read, write }: Callers): Methods<
  | "writeMemory" | "commitMemories" | "findByContentHash" | "forgottenHashes" | "getMemory" | "listMemories" | "history" | "listConflicts" | "resolveConflict"
  | "retireMemory" | "retireExpired" | "eraseMemory" | "touch"
> {
  return {
    writeMemory: (realm, request, options) => write("writeMemory", realm, request, options),
    commitMemories: (realm, commit, options) => write("commitMemories", realm, commit, options),
    findByContentHash: (realm, hashes, options) => read("findByContentHash", realm, hashes, options),
    forgottenHashes: (realm, hashes, options) => read("forgottenHashes", realm, hashes, options),
    getMemory: (realm, id, options) => read("getMemory", realm, id, options),
    listMemories: (realm, filter, page, options) => read("listMemories", realm, { filter, page }, options),
    history: (realm, id, options) => read("history", realm, id, options),
    listConflicts: (realm, page, options) => read("listConflicts", realm, page, options),
    resolveConflict: (realm, request, options) => write("resolveConflict", realm, request, options),
    retireMemory: (realm, request, options) => write("retireMemory", realm, request, options),
    retireExpired: (realm, request, options) => write("retireExpired", realm, request, options),
    eraseMemory: (realm, request, options) => write("eraseMemory", realm, request, options),
    touch: (realm, request, options) => write("touch", realm, request, options),
  };
}

function graphMethods({ read, write }: Callers): Methods<"findEntities" | "findNamed" | "listEntities" | "getEntity" | "mergeEntities" | "unmergeEntity" | "findRelations" | "expand"> {
  return {
    findEntities: (realm, keys, options) => read("findEntities", realm, keys, options),
    findNamed: (realm, keys, options) => read("findNamed", realm, keys, options),
    listEntities: (realm, request, options) => read("listEntities", realm, request, options),
    getEntity: (realm, id, options) => read("getEntity", realm, id, options),
    mergeEntities: (realm, request, options) => write("mergeEntities", realm, request, options),
    unmergeEntity: (realm, id, options) => write("unmergeEntity", realm, id, options),
    findRelations: (realm, query, options) => read("findRelations", realm, query, options),
    expand: async (realm, query, options) => {
      const { entities, hits } = await read("expand", realm, query, options);
      return { entities, hits: toGraphHits(hits) };
    },
  };
}

function searchMethods({ read, followers }: Callers): Methods<"searchText" | "searchVector" | "similarities" | "getDocuments"> {
  return {
    searchText: async (realm, query, options) => {
      followers.searched(realm);
      return toTextHits(await read("searchText", realm, query, options));
    },
    searchVector: async (realm, query, options) => toVectorHits(await read("searchVector", realm, { ...query, vector: standAlone(query.vector) }, options)),
    similarities: (realm, query, options) => read("similarities", realm, { ...query, vector: standAlone(query.vector) }, options),
    getDocuments: (realm, ids, options) => read("getDocuments", realm, ids, options),
  };
}

function spaceMethods({ read, write, active, eraser }: Callers): Methods<
  "spaces" | "activeSpaces" | "weighting" | "createSpace" | "unembedded" | "embeddableTexts" | "saveVectors" | "activateSpace" | "dropSpace"
> {
  return {
    spaces: (realm, options) => read("spaces", realm, undefined, options),
    activeSpaces: (realm, options) => active.of(realm, options),
    weighting: (realm, spaceId, options) => read("weighting", realm, spaceId, options),
    createSpace: (realm, space, options) => active.changing(realm, () => write("createSpace", realm, space, options)),
    unembedded: (realm, request, options) => read("unembedded", realm, request, options),
    embeddableTexts: (realm, request, options) => read("embeddableTexts", realm, request, options),
    saveVectors: (realm, request, options) =>
      write("saveVectors", realm, { spaceId: request.spaceId, vectors: request.vectors.map(({ id, vector }) => ({ id, vector: vector && standAlone(vector) })) }, options),
    activateSpace: async (realm, spaceId, options) => {
      const serves = await active.changing(realm, () => write("activateSpace", realm, spaceId, options));
      void eraser.dropped(realm);
      return serves;
    },
    dropSpace: async (realm, spaceId, options) => {
      await active.changing(realm, () => write("dropSpace", realm, spaceId, options));
      void eraser.dropped(realm);
    },
  };
}

function ledgerMethods({ read, write }: Callers): Methods<
  "saveReceipts" | "getReceipt" | "getIdempotent" | "reserveIdempotent" | "releaseIdempotent" | "saveIdempotent" | "saveNote" | "getNote" | "takeNote" | "recordLlmCalls" | "llmUsage"
> {
  return {
    saveReceipts: (realm, receipts, options) => write("saveReceipts", realm, receipts, options),
    getReceipt: (realm, id, options) => read("getReceipt", realm, id, options),
    getIdempotent: (realm, request, options) => read("getIdempotent", realm, request, options),
    reserveIdempotent: (realm, request, options) => write("reserveIdempotent", realm, request, options),
    releaseIdempotent: (realm, request, options) => write("releaseIdempotent", realm, request, options),
    saveIdempotent: (realm, record, options) => write("saveIdempotent", realm, record, options),
    saveNote: (realm, note, options) => write("saveNote", realm, note, options),
    getNote: (realm, request, options) => read("getNote", realm, request, options),
    takeNote: (realm, request, options) => write("takeNote", realm, request, options),
    recordLlmCalls: (realm, calls, options) => write("recordLlmCalls", realm, calls, options),
    llmUsage: (realm, request, options) => read("llmUsage", realm, request, options),
  };
}

/** A file for each user: all of them are asked, one after the other. */
async function sumOfAll(users: readonly string[], read: (userId: string) => Promise<LlmUsage[]>): Promise<LlmTotal> {
  const rows: LlmUsage[] = [];
  for (const userId of users) rows.push(...(await read(userId)));
  return totalOf(rows);
}

/** The port over the threads: every method is one operation in one transaction. */
export function createSqliteStore(parts: StoreParts): Store {
  const { pool } = parts;
  const all = callers(parts);
  const { read } = all;
  const users: Store["users"] = async (options) => (await pool.read({ name: "users", request: null, signal: options?.signal })) as string[];
  return {
    users,
    ping: async (options) => {
      await Promise.all([
        pool.read({ name: "ping", request: null, signal: options?.signal }),
        parts.readOnly ? null : pool.write({ name: "ping", request: null, signal: options?.signal }),
      ]);
    },
    close: async () => {
      await pool.close();
      parts.release();
    },

    userExists: (realm, options) => read("userExists", realm, undefined, options),
    revisions: (realm, options) => read("revisions", realm, undefined, options),
    ...conversationMethods(all),
    ...memoryMethods(all),
    ...graphMethods(all),
    ...searchMethods(all),
    ...spaceMethods(all),
    ...ledgerMethods(all),
    ...transferMethods(parts),

    llmSpent: async (request, options) => sumOfAll(await users(options), (userId) => read("llmUsage", wholeUser(userId), request, options)),
    stats: (realm, options) => read("stats", realm, undefined, options),
    // A write to SQLite that changes nothing, so tools beside a running server may ask for it too.
    checkIntegrity: (realm, options) =>
      pool.write({ name: "checkIntegrity", realm, request: undefined, signal: options?.signal }).catch(asProblem) as Promise<IntegrityReport>,
  };
}
