import { CortexError } from "@memory-cortex/models";
import type { Clock, IdSource, Memory, MemoryView, Realm, RememberRequest, RememberResponse, UpdateRequest } from "@memory-cortex/models";
import type { Queue } from "@memory-cortex/queue";
import type { MemoryFilter, Page, Store } from "@memory-cortex/store";

import { silentLog } from "../formation-log.ts";
import type { FormationLog } from "../formation-log.ts";
import { userLockOf } from "../user-lock.ts";
import { createMemoryWriter, existing } from "./memory-writer.ts";
import type { MemoryWriterOptions } from "./memory-writer.ts";
import { toMemoryView } from "./to-memory-view.ts";

export interface MemoriesOptions {
  store: MemoryWriterOptions["store"] & Pick<Store, "listMemories" | "retireMemory" | "eraseMemory">;
  queue: Pick<Queue, "enqueue">;
  clock: Clock;
  ids: IdSource;
  log?: FormationLog;
  embedders?: MemoryWriterOptions["embedders"];
  pause?: MemoryWriterOptions["pause"];
}

/** Statements that clients write, read, correct and end one by one. */
export interface Memories {
  /**
   * The same statement again is a duplicate and stays one memory; one that says no more than a known one reinforces it. What tells that
   * something has changed supersedes what was so, and what contradicts it without telling stands in conflict with it. Throws `not_found` when `supersedes` is not in the realm and
   * `memory_ended` when it is not current.
   */
  remember(realm: Realm, request: RememberRequest): Promise<RememberResponse>;
  /** Makes a new version and gives it back. Throws `not_found`, or `memory_ended` for a version that is not current. */
  update(realm: Realm, id: string, request: UpdateRequest): Promise<Memory>;
  /** Any version, ended ones too. Throws `not_found`. */
  get(realm: Realm, id: string): Promise<Memory>;
  /** Newest first by creation. */
  list(realm: Realm, filter: MemoryFilter, page: { limit: number; cursor?: string }): Promise<Page<Memory>>;
  /** Ends a memory without erasing it; one that has ended stays as it is. Throws `not_found`. */
  retire(realm: Realm, id: string): Promise<void>;
  /** Erases a memory for good. Throws `not_found`. */
  erase(realm: Realm, id: string): Promise<void>;
  toMemoryView(memory: Memory): MemoryView;
}

export function createMemories({ store, queue, clock, ids, log = silentLog, embedders, pause }: MemoriesOptions): Memories {
  const writer = createMemoryWriter({ store, queue, clock, ids, log, ...(embedders === undefined ? {} : { embedders }), pause });
  const lock = userLockOf(store);

  return {
    get: (realm, id) => existing(store, realm, id),
    toMemoryView,
    list: (realm, filter, page) => store.listMemories(realm, filter, page),
    // One write of a user at a time in this process: whoever looks and writes meanwhile would have to look again.
    remember: (realm, request) => lock.run(realm.userId, () => writer.remember(realm, request)),
    update: (realm, id, request) => lock.run(realm.userId, () => writer.update(realm, id, request)),

    async retire(realm, id) {
      const retired = await store.retireMemory(realm, { id, at: clock.now() });
      if (!retired) await existing(store, realm, id);
    },

    async erase(realm, id) {
      const erased = await store.eraseMemory(realm, { id, at: clock.now() });
      if (!erased) throw new CortexError("not_found");
    },
  };
}
