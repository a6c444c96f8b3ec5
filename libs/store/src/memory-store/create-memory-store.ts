import { allowsNamespace, CortexError, wholeUser } from "@memory-cortex/models";
import type { Clock, Realm } from "@memory-cortex/models";

import type { TurnErasure, TurnErasureRequest } from "../conversations.ts";
import { totalOf } from "../llm-usage.ts";
import * as rules from "../rules/index.ts";
import { entitiesOf, memoriesOf } from "../rules/knowledge.ts";
import type { CallOptions, IntegrityReport, Store, UserStats } from "../store.ts";
import { listConflicts } from "./conflicts.ts";
import * as conversations from "./conversations.ts";
import * as entities from "./entities.ts";
import { eraseTurns } from "./erase-turns.ts";
import { expand } from "./expand.ts";
import * as ledger from "./ledger.ts";
import * as llmCalls from "./llm-calls.ts";
import * as memories from "./memories.ts";
import { changing, committing } from "./revisions.ts";
import * as search from "./search.ts";
import * as spaces from "./spaces.ts";
import { transferMethods } from "./transfer-methods.ts";
import type { MovedUsers } from "./transfer-methods.ts";
import { emptyUser, visibleDocuments } from "./user-state.ts";
import type { Scope, UserState } from "./user-state.ts";
import { isCurrent } from "./visibility.ts";

function countBy(keys: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

function statistics(scope: Scope): UserStats {
  const documents = visibleDocuments(scope);
  const turns = documents.filter((document) => document.kind === "turn");
  const all = memoriesOf(scope);
  const active = all.filter((memory) => isCurrent(memory, scope.now));
  const times = [...turns.map(({ turn }) => turn.observedAt), ...all.map((memory) => memory.observedAt)];
  return {
    turns: turns.length,
    memories: all.length,
    activeMemories: active.length,
    sessions: scope.user.sessions.filter(({ namespace }) => allowsNamespace(scope.realm, namespace)).length,
    topics: new Set(active.flatMap(({ topic }) => topic ?? [])).size,
    byType: countBy(active.map(({ type }) => type)),
    byLifetime: countBy(active.map(({ lifetime }) => lifetime)),
    oldestAt: times.length === 0 ? null : Math.min(...times),
    newestAt: times.length === 0 ? null : Math.max(...times),
    openTurns: turns.filter(({ capturedAt }) => capturedAt === null).length,
    improvableTurns: turns.filter(({ improvable }) => improvable).length,
    entities: entitiesOf(scope).filter(({ mergedInto }) => mergedInto === null).length,
    relations: [...scope.user.relations.values()].filter(({ namespace, retiredAt }) => retiredAt === null && allowsNamespace(scope.realm, namespace)).length,
    openConflicts: new Set(all.flatMap(({ conflictStatus, conflictGroup }) => (conflictStatus === "active" ? [conflictGroup] : []))).size,
    storageBytes: documents.reduce((sum, document) => sum + Buffer.byteLength(document.kind === "turn" ? document.turn.text : document.memory.text), 0),
  };
}

/** The users in memory, and the two ways to work on one: a read sees a copy, a write works on a copy that replaces the user when it ends well. */
class Users {
  readonly #clock: Clock;
  readonly states = new Map<string, UserState>();
  readonly imports: MovedUsers["imports"] = new Map();
  readonly reservations: ledger.Reservations = new Map();
  #closed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  check(options: CallOptions | undefined): void {
    if (this.#closed) throw new CortexError("store_unavailable", { detail: "The store is closed." });
    if (options?.signal?.aborted) throw new CortexError("aborted");
  }

  ids(): string[] {
    return [...this.states.keys()];
  }

  has(realm: Realm): boolean {
    return this.states.has(realm.userId);
  }

  read<Result>(realm: Realm, options: CallOptions | undefined, work: (scope: Scope) => Result): Result {
    this.check(options);
    const user = this.states.get(realm.userId) ?? emptyUser();
    return structuredClone(work({ user, realm, now: this.#clock.now() }));
  }

  write<Result>(realm: Realm, options: CallOptions | undefined, work: (scope: Scope) => Result): Result {
    this.check(options);
    const user = structuredClone(this.states.get(realm.userId) ?? emptyUser());
    const result = work({ user, realm, now: this.#clock.now() });
    const begins = !this.has(realm) && user.documents.size > 0;
    if (begins && this.imports.has(realm.userId)) throw new CortexError("import_unfinished");
    if (this.has(realm) || begins) this.states.set(realm.userId, user);
    return structuredClone(result);
  }

  close(): void {
    this.#closed = true;
  }
}

function noUser(users: Users, realm: Realm): void {
  if (!users.has(realm)) throw new CortexError("unknown_user");
}

/** The store port in memory, by the simplest means: exact, slow, the measure for every driver. */
export function createMemoryStore({ clock }: { clock: Clock }): Store {
  const users = new Users(clock);
  return {
    users: async (options) => (users.check(options), users.ids()),
    userExists: async (realm, options) => (users.check(options), users.has(realm)),
    ping: async (options) => users.check(options),
    close: async () => users.close(),

    readAlignment: async (realm, request, options) => users.read(realm, options, (scope) => conversations.readAlignment(scope, request)),
    appendTurns: async (realm, request, options) => users.write(realm, options, changing("content", (scope) => conversations.appendTurns(scope, structuredClone(request)))),
    eraseTurns: async (realm, request, options) => users.write(realm, options, (scope) => erasing(scope, users.reservations, request)),
    listSessions: async (realm, page, options) => users.read(realm, options, (scope) => conversations.listSessions(scope, page)),
    listTurns: async (realm, request, options) => users.read(realm, options, (scope) => conversations.listTurns(scope, request)),
    openTurns: async (realm, request, options) => users.read(realm, options, (scope) => conversations.openTurns(scope, request)),
    openWindows: async (realm, options) => users.read(realm, options, conversations.openWindows),
    improvableWindows: async (realm, request, options) => users.read(realm, options, (scope) => conversations.improvableWindows(scope, request)),
    ...memoryMethods(users),
    ...graphMethods(users),
    ...searchMethods(users),
    ...spaceMethods(users),
    ...ledgerMethods(users),
    ...upkeepMethods(users),
    ...transferMethods({ check: (options) => users.check(options), states: users.states, imports: users.imports }),
  };
}

/** Nothing that is kept may quote what is gone. */
function erasing(scope: Scope, reservations: ledger.Reservations, request: TurnErasureRequest): TurnErasure {
  const result = eraseTurns(scope, request);
  if (result.erased === 0) return result;
  ledger.forgetQuotes(scope, reservations);
  return changing("knowledge", () => result)(scope);
}

type Methods<Name extends keyof Store> = Pick<Store, Name>;

function memoryMethods(
  users: Users,
): Methods<"commitCapture" | "writeMemory" | "findByContentHash" | "forgottenHashes" | "getMemory" | "listMemories" | "history" | "listConflicts" | "resolveConflict" | "retireMemory" | "retireExpired" | "eraseMemory" | "touch"> {
  return {
    history: async (realm, id, options) => users.read(realm, options, (scope) => memories.history(scope, id)),
    listConflicts: async (realm, page, options) => users.read(realm, options, (scope) => listConflicts(scope, page)),
    resolveConflict: async (realm, request, options) => users.write(realm, options, changing("knowledge", (scope) => rules.resolveConflict(scope, request))),
    commitCapture: async (realm, commit, options) => users.write(realm, options, committing(commit, (scope) => memories.commitCapture(scope, structuredClone(commit)))),
    writeMemory: async (realm, write, options) => users.write(realm, options, changing("knowledge", (scope) => rules.writeMemory(scope, structuredClone(write)))),
    findByContentHash: async (realm, hashes, options) => users.read(realm, options, (scope) => memories.findByContentHash(scope, hashes)),
    forgottenHashes: async (realm, hashes, options) => users.read(realm, options, (scope) => memories.forgottenHashes(scope, hashes)),
    getMemory: async (realm, id, options) => users.read(realm, options, (scope) => memories.getMemory(scope, id)),
    listMemories: async (realm, filter, page, options) => users.read(realm, options, (scope) => memories.listMemories(scope, filter, page)),
    retireMemory: async (realm, request, options) => users.write(realm, options, changing("knowledge", (scope) => rules.retireMemory(scope, request))),
    retireExpired: async (realm, request, options) => users.write(realm, options, changing("knowledge", (scope) => rules.retireExpired(scope, request))),
    eraseMemory: async (realm, request, options) => users.write(realm, options, changing("knowledge", (scope) => memories.eraseMemory(scope, request) && (ledger.forgetQuotes(scope, users.reservations), true))),
    touch: async (realm, request, options) => users.write(realm, options, (scope) => memories.touch(scope, request)),
  };
}

function graphMethods(
  users: Users,
): Methods<"commitMemories" | "findEntities" | "findNamed" | "listEntities" | "getEntity" | "mergeEntities" | "unmergeEntity" | "findRelations" | "expand"> {
  return {
    commitMemories: async (realm, commit, options) => users.write(realm, options, committing(commit, (scope) => memories.commitMemories(scope, structuredClone(commit)))),
    findEntities: async (realm, keys, options) => users.read(realm, options, (scope) => entities.findEntities(scope, keys)),
    findNamed: async (realm, keys, options) => users.read(realm, options, (scope) => entities.findNamed(scope, keys)),
    listEntities: async (realm, request, options) => users.read(realm, options, (scope) => entities.listEntities(scope, request)),
    getEntity: async (realm, id, options) => users.read(realm, options, (scope) => entities.getEntity(scope, id)),
    mergeEntities: async (realm, request, options) => users.write(realm, options, changing("knowledge", (scope) => rules.mergeEntities(scope, request))),
    unmergeEntity: async (realm, id, options) => users.write(realm, options, changing("knowledge", (scope) => rules.unmergeEntity(scope, id))),
    findRelations: async (realm, query, options) => users.read(realm, options, (scope) => entities.findRelations(scope, query)),
    expand: async (realm, query, options) => users.read(realm, options, (scope) => expand(scope, query)),
  };
}

function searchMethods(users: Users): Methods<"searchText" | "searchVector" | "similarities" | "getDocuments"> {
  return {
    searchText: async (realm, query, options) => users.read(realm, options, (scope) => search.searchText(scope, query)),
    searchVector: async (realm, query, options) => users.read(realm, options, (scope) => search.searchVector(scope, query)),
    similarities: async (realm, query, options) => users.read(realm, options, (scope) => search.similarities(scope, query)),
    getDocuments: async (realm, ids, options) => users.read(realm, options, (scope) => search.getDocuments(scope, ids)),
  };
}

function spaceMethods(
  users: Users,
): Methods<"spaces" | "activeSpaces" | "weighting" | "createSpace" | "unembedded" | "embeddableTexts" | "saveVectors" | "activateSpace" | "dropSpace"> {
  return {
    spaces: async (realm, options) => users.read(realm, options, spaces.spaces),
    activeSpaces: async (realm, options) => users.read(realm, options, spaces.activeSpaces),
    weighting: async (realm, spaceId, options) => users.read(realm, options, (scope) => spaces.weighting(scope, spaceId)),
    createSpace: async (realm, space, options) => {
      users.check(options);
      noUser(users, realm);
      return users.write(realm, options, changing("content", (scope) => spaces.createSpace(scope, structuredClone(space))));
    },
    unembedded: async (realm, request, options) => users.read(realm, options, (scope) => spaces.unembedded(scope, request)),
    embeddableTexts: async (realm, request, options) => users.read(realm, options, (scope) => spaces.embeddableTexts(scope, request)),
    saveVectors: async (realm, request, options) => users.write(realm, options, changing("content", (scope) => spaces.saveVectors(scope, structuredClone(request)))),
    activateSpace: async (realm, spaceId, options) => users.write(realm, options, changing("content", (scope) => spaces.activateSpace(scope, spaceId))),
    dropSpace: async (realm, spaceId, options) => users.write(realm, options, changing("content", (scope) => spaces.dropSpace(scope, spaceId))),
  };
}

function ledgerMethods(
  users: Users,
): Methods<"saveReceipts" | "getReceipt" | "getIdempotent" | "reserveIdempotent" | "releaseIdempotent" | "saveIdempotent" | "saveNote" | "getNote" | "takeNote" | "recordLlmCalls" | "llmUsage" | "llmSpent"> {
  const { reservations } = users;
  return {
    saveReceipts: async (realm, receipts, options) => users.write(realm, options, (scope) => ledger.saveReceipts(scope, receipts)),
    getReceipt: async (realm, id, options) => users.read(realm, options, ({ user }) => user.receipts.get(id) ?? null),
    getIdempotent: async (realm, request, options) => users.read(realm, options, (scope) => ledger.getIdempotent(scope, request)),
    reserveIdempotent: async (realm, request, options) => users.read(realm, options, (scope) => ledger.reserveIdempotent(scope, reservations, request)),
    releaseIdempotent: async (realm, request, options) => users.read(realm, options, (scope) => void ledger.releaseIdempotent(scope, reservations, request)),
    saveIdempotent: async (realm, record, options) => users.write(realm, options, (scope) => ledger.saveIdempotent(scope, reservations, { ...record })),
    saveNote: async (realm, note, options) => users.write(realm, options, (scope) => users.has(realm) && ledger.saveNote(scope, { ...note })),
    getNote: async (realm, request, options) => users.read(realm, options, (scope) => ledger.getNote(scope, request)),
    takeNote: async (realm, request, options) => users.write(realm, options, (scope) => ledger.takeNote(scope, request)),
    recordLlmCalls: async (realm, calls, options) => users.write(realm, options, (scope) => llmCalls.recordLlmCalls(scope, calls)),
    llmUsage: async (realm, request, options) => users.read(realm, options, (scope) => llmCalls.llmUsage(scope, request)),
    llmSpent: async (request, options) => {
      users.check(options);
      return totalOf(users.ids().flatMap((id) => users.read(wholeUser(id), options, (scope) => llmCalls.llmUsage(scope, request))));
    },
  };
}

function upkeepMethods(users: Users): Methods<"revisions" | "stats" | "checkIntegrity"> {
  return {
    revisions: async (realm, options) => users.read(realm, options, ({ user }) => user.revisions),
    stats: async (realm, options) => users.read(realm, options, statistics),
    checkIntegrity: async (realm, options) => users.read(realm, options, (): IntegrityReport => ({ ok: true, problems: [] })),
  };
}
