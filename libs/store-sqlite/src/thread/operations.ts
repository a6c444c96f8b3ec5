import { CortexError } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import type { CaptureCommit, CaptureResult, MemoryWrite } from "@memory-cortex/store";

import { appendToNobody, appendTurns, beginsUser } from "./append-turns.ts";
import type { Call } from "./call.ts";
import { listConflicts, resolveConflict } from "./conflicts.ts";
import { commitCapture, commitMemories } from "./commit-capture.ts";
import { emptyAlignment, improvableWindows, listSessions, listTurns, openTurns, openWindows, readAlignment } from "./conversations.ts";
import { findEntities, findNamed, getEntity, listEntities, mergeEntities, unmergeEntity } from "./entities.ts";
import { expand } from "./expand.ts";
import { getIdempotent, getReceipt, saveIdempotent, saveReceipts } from "./ledger.ts";
import { llmUsage, recordLlmCalls } from "./llm-calls.ts";
import { eraseMemory, findByContentHash, forgottenHashes, getMemory, listMemories, retireMemory, touch } from "./memories.ts";
import { prepareText, prepareVectors } from "./prepare.ts";
import { getDocuments } from "./records.ts";
import { findRelations } from "./relations.ts";
import { searchText } from "./search-text.ts";
import { searchVector, similarities } from "./search-vector.ts";
import { activateSpace, activeSpaces, createSpace, dropSpace, embeddableTexts, saveVectors, spaces, unembedded, weighting } from "./spaces.ts";
import { checkIntegrity, NO_STATS, stats } from "./upkeep.ts";
import { history } from "./versions.ts";
import { writeMemory } from "./write-memory.ts";

/** One method of the store on a user's file. */
export interface Operation<Request, Result> {
  /** Synchronous, inside one transaction. */
  run(call: Call, request: Request): Result;
  /** The answer when the user has no file. */
  absent(request: Request, realm: Realm): Result;
}

export interface WriteOperation<Request, Result> extends Operation<Request, Result> {
  /** Whether this request may make the user's file. */
  creates?(request: Request): boolean;
  /** What was deleted must leave the write-ahead log too, after the transaction. */
  scrubs?: true;
}

const read = <Request, Result>(run: (call: Call, request: Request) => Result, absent: (request: Request, realm: Realm) => Result): Operation<Request, Result> => ({ run, absent });

const write = <Request, Result>(
  run: (call: Call, request: Request) => Result,
  absent: (request: Request, realm: Realm) => Result,
  options: Pick<WriteOperation<Request, Result>, "creates" | "scrubs"> = {},
): WriteOperation<Request, Result> => ({ run, absent, ...options });

const none = (): [] => [];
const nothing = (): null => null;
const noPage = (): { items: []; next: null } => ({ items: [], next: null });

/** Run by the reader threads. */
export const READS = {
  userExists: read((): boolean => true, () => false),
  readAlignment: read(readAlignment, emptyAlignment),
  listSessions: read(listSessions, noPage),
  listTurns: read(listTurns, nothing),
  openTurns: read(openTurns, () => ({ open: [], context: [] })),
  openWindows: read(openWindows, none),
  improvableWindows: read(improvableWindows, none),
  findByContentHash: read(findByContentHash, none),
  forgottenHashes: read(forgottenHashes, none),
  getMemory: read(getMemory, nothing),
  listMemories: read(listMemories, noPage),
  history: read(history, none),
  listConflicts: read(listConflicts, noPage),
  findEntities: read(findEntities, none),
  findNamed: read(findNamed, none),
  listEntities: read(listEntities, noPage),
  getEntity: read(getEntity, nothing),
  findRelations: read(findRelations, none),
  expand: read(expand, () => ({ entities: [], hits: null })),
  prepareText: read(prepareText, () => undefined),
  prepareVectors: read(prepareVectors, () => undefined),
  searchText: read(searchText, nothing),
  searchVector: read(searchVector, nothing),
  similarities: read(similarities, () => new Map<string, number>()),
  getDocuments: read(getDocuments, none),
  spaces: read(spaces, none),
  activeSpaces: read(activeSpaces, none),
  weighting: read(weighting, nothing),
  unembedded: read(unembedded, none),
  embeddableTexts: read(embeddableTexts, none),
  getReceipt: read(getReceipt, nothing),
  getIdempotent: read(getIdempotent, nothing),
  llmUsage: read(llmUsage, none),
  stats: read(stats, () => NO_STATS),
};

function unknownUser(): never {
  throw new CortexError("unknown_user");
}

function unknownMemory(): never {
  throw new CortexError("not_found", { detail: "The memory that the change names is not there." });
}

/** Whether all that the writes name is made by writes before them. */
function beginUser(writes: readonly MemoryWrite[]): boolean {
  const made = new Set<string>();
  const known = writes.every((write) => {
    const named = write.action === "create" ? [] : write.action === "conflict" ? write.with : [write.memoryId];
    const all = named.every((id) => made.has(id));
    if ("memory" in write) made.add(write.memory.id);
    return all;
  });
  return known && writes.length > 0;
}

/** The turns that were read are gone with the user. */
function captureOfNobody(_commit: CaptureCommit): CaptureResult {
  return { outcome: "repeated" };
}

/** Run by the writer thread, each in a transaction that takes the write lock first. */
export const WRITES = {
  appendTurns: write(appendTurns, appendToNobody, { creates: beginsUser }),
  commitCapture: write(commitCapture, captureOfNobody),
  writeMemory: write(writeMemory, unknownMemory, { creates: (request) => beginUser([request]) }),
  commitMemories: write(commitMemories, ({ writes }): void => (writes.length === 0 ? undefined : unknownMemory()), {
    creates: ({ writes }) => beginUser(writes),
  }),
  mergeEntities: write(mergeEntities, () => false),
  unmergeEntity: write(unmergeEntity, () => false),
  resolveConflict: write(resolveConflict, () => false),
  retireMemory: write(retireMemory, () => false),
  eraseMemory: write(eraseMemory, () => false, { scrubs: true }),
  touch: write(touch, () => undefined),
  createSpace: write(createSpace, unknownUser),
  saveVectors: write(saveVectors, () => undefined),
  activateSpace: write(activateSpace, () => false),
  dropSpace: write(dropSpace, () => undefined),
  saveReceipts: write(saveReceipts, () => undefined),
  saveIdempotent: write(saveIdempotent, () => undefined),
  recordLlmCalls: write(recordLlmCalls, () => undefined),
  checkIntegrity: write(checkIntegrity, () => ({ ok: true, problems: [] })),
  /** Brings a file to the current schema; opening it for writing is all it takes. */
  migrate: write((): void => undefined, () => undefined),
};

export type ReadName = keyof typeof READS;
export type WriteName = keyof typeof WRITES;
type RequestOf<Each> = Each extends { run(call: Call, request: infer Request): unknown } ? Request : never;
type ResultOf<Each> = Each extends { run(call: Call, request: never): infer Result } ? Result : never;
export type ReadRequest<Name extends ReadName> = RequestOf<(typeof READS)[Name]>;
export type ReadResult<Name extends ReadName> = ResultOf<(typeof READS)[Name]>;
export type WriteRequest<Name extends WriteName> = RequestOf<(typeof WRITES)[Name]>;
export type WriteResult<Name extends WriteName> = ResultOf<(typeof WRITES)[Name]>;
