import { CortexError } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import type { CaptureCommit, CaptureResult, CommitResult, MemoryCommit, MemoryWrite } from "@memory-cortex/store";

import { appendToNobody, appendTurns, beginsUser } from "./append-turns.ts";
import type { Call } from "./call.ts";
import { listConflicts, resolveConflict } from "./conflicts.ts";
import { commitCapture, commitMemories } from "./commit-capture.ts";
import { emptyAlignment, improvableWindows, listSessions, listTurns, openTurns, openWindows, readAlignment } from "./conversations.ts";
import { findEntities, findNamed, getEntity, listEntities, mergeEntities, unmergeEntity } from "./entities.ts";
import { eraseDropped } from "./dropped-spaces.ts";
import { eraseTurns } from "./erase-turns.ts";
import { expand } from "./expand.ts";
import { getIdempotent, getReceipt, releaseIdempotent, reserveForNobody, reserveIdempotent, saveIdempotent, saveReceipts } from "./ledger.ts";
import { llmUsage, recordLlmCalls } from "./llm-calls.ts";
import { eraseMemory, findByContentHash, forgottenHashes, getMemory, listMemories, retireExpired, retireMemory, touch } from "./memories.ts";
import { getNote, saveNote, takeNote } from "./notes.ts";
import { followText, prepareText, prepareVectors } from "./prepare.ts";
import { getDocuments } from "./records.ts";
import { findRelations } from "./relations.ts";
import { NO_REVISIONS, revisions } from "./revisions.ts";
import type { Change } from "./revisions.ts";
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
  /** What it changed, by what it answered; a revision grows with it. */
  changes(result: Result, request: Request): Change;
}

const read = <Request, Result>(run: (call: Call, request: Request) => Result, absent: (request: Request, realm: Realm) => Result): Operation<Request, Result> => ({ run, absent });

const write = <Request, Result>(
  run: (call: Call, request: Request) => Result,
  absent: (request: Request, realm: Realm) => Result,
  options: Omit<WriteOperation<NoInfer<Request>, NoInfer<Result>>, "run" | "absent">,
): WriteOperation<Request, Result> => ({ run, absent, ...options });

const nothingChanges = (): Change => "nothing";
const content = (): Change => "content";
const knowledge = (): Change => "knowledge";
const knowledgeIfDone = (done: boolean | number): Change => (done ? "knowledge" : "nothing");

function changeOfCommit({ outcome }: CaptureResult, { writes, entities = [], mentions = [], relations = [], merges = [] }: MemoryCommit): Change {
  if (outcome !== "committed") return "nothing";
  return writes.length + entities.length + mentions.length + relations.length + merges.length > 0 ? "knowledge" : "content";
}

const none = (): [] => [];
const nothing = (): null => null;
const noPage = (): { items: []; next: null } => ({ items: [], next: null });

/** Run by the reader threads. */
export const READS = {
  userExists: read((): boolean => true, () => false),
  revisions: read(revisions, () => NO_REVISIONS),
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
  followText: read(followText, () => undefined),
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
  getNote: read(getNote, nothing),
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

function commitOfNobody({ writes, basedOn = 0 }: MemoryCommit): CommitResult {
  if (basedOn !== 0) return { outcome: "stale" };
  return writes.length === 0 ? { outcome: "committed" } : unknownMemory();
}

/** Run by the writer thread, each in a transaction that takes the write lock first. */
export const WRITES = {
  appendTurns: write(appendTurns, appendToNobody, { creates: beginsUser, changes: ({ outcome }) => (outcome === "appended" ? "content" : "nothing") }),
  eraseTurns: write(eraseTurns, () => ({ erased: 0, orphans: [] }), { scrubs: true, changes: ({ erased }) => (erased > 0 ? "knowledge" : "nothing") }),
  commitCapture: write(commitCapture, captureOfNobody, { changes: changeOfCommit }),
  writeMemory: write(writeMemory, unknownMemory, { creates: (request) => beginUser([request]), changes: knowledge }),
  commitMemories: write(commitMemories, commitOfNobody, { creates: ({ writes, basedOn = 0 }) => basedOn === 0 && beginUser(writes), changes: changeOfCommit }),
  mergeEntities: write(mergeEntities, () => false, { changes: knowledgeIfDone }),
  unmergeEntity: write(unmergeEntity, () => false, { changes: knowledgeIfDone }),
  resolveConflict: write(resolveConflict, () => false, { changes: knowledgeIfDone }),
  retireMemory: write(retireMemory, () => false, { changes: knowledgeIfDone }),
  retireExpired: write(retireExpired, () => 0, { changes: knowledgeIfDone }),
  eraseMemory: write(eraseMemory, () => false, { scrubs: true, changes: knowledgeIfDone }),
  touch: write(touch, () => undefined, { changes: nothingChanges }),
  createSpace: write(createSpace, unknownUser, { changes: content }),
  saveVectors: write(saveVectors, () => undefined, { changes: content }),
  activateSpace: write(activateSpace, () => false, { changes: content }),
  dropSpace: write(dropSpace, () => undefined, { changes: content }),
  eraseDropped: write(eraseDropped, () => false, { changes: nothingChanges }),
  saveReceipts: write(saveReceipts, () => undefined, { changes: nothingChanges }),
  reserveIdempotent: write(reserveIdempotent, reserveForNobody, { changes: nothingChanges }),
  releaseIdempotent: write(({ realm }: Call, request: { key: string; owner: string }) => releaseIdempotent(request, realm), releaseIdempotent, { changes: nothingChanges }),
  saveIdempotent: write(saveIdempotent, ({ key, owner }, realm) => (owner === undefined ? undefined : releaseIdempotent({ key, owner }, realm)), { changes: nothingChanges }),
  saveNote: write(saveNote, () => false, { changes: nothingChanges }),
  takeNote: write(takeNote, nothing, { changes: nothingChanges }),
  recordLlmCalls: write(recordLlmCalls, () => undefined, { changes: nothingChanges }),
  checkIntegrity: write(checkIntegrity, () => ({ ok: true, problems: [] }), { changes: nothingChanges }),
  /** Brings a file to the current schema; opening it for writing is all it takes. */
  migrate: write((): void => undefined, () => undefined, { changes: nothingChanges }),
};

export type ReadName = keyof typeof READS;
export type WriteName = keyof typeof WRITES;
type RequestOf<Each> = Each extends { run(call: Call, request: infer Request): unknown } ? Request : never;
type ResultOf<Each> = Each extends { run(call: Call, request: never): infer Result } ? Result : never;
export type ReadRequest<Name extends ReadName> = RequestOf<(typeof READS)[Name]>;
export type ReadResult<Name extends ReadName> = ResultOf<(typeof READS)[Name]>;
export type WriteRequest<Name extends WriteName> = RequestOf<(typeof WRITES)[Name]>;
export type WriteResult<Name extends WriteName> = ResultOf<(typeof WRITES)[Name]>;
