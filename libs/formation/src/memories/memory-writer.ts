import { CortexError, realmOf, writeNamespace } from "@memory-cortex/models";
import type { Clock, IdSource, Memory, Realm, RememberRequest, RememberResponse, UpdateRequest } from "@memory-cortex/models";
import type { Queue } from "@memory-cortex/queue";
import type { NewMemory, Store } from "@memory-cortex/store";

import type { FormationLog } from "../formation-log.ts";
import { createMemoryKeeper } from "./memory-keeper.ts";
import type { MemoryKeeperOptions } from "./memory-keeper.ts";
import { memoryFromRequest, nextVersion } from "./new-memory.ts";

/** Vectors are wanted soon, but in batches. */
const EMBED_WAIT = { debounceMs: 100, maxWaitMs: 2_000 };

export interface MemoryWriterOptions {
  store: Pick<Store, "writeMemory" | "getMemory"> & MemoryKeeperOptions["store"];
  queue: Pick<Queue, "enqueue">;
  clock: Clock;
  ids: IdSource;
  log: FormationLog;
  /** What deciding knows of nearness: only an embedder that takes microseconds is asked. None: words and slots. */
  embedders?: MemoryKeeperOptions["embedders"];
}

/** Writes that look first. Two of them for one user must not run at the same time; {@link createMemories} sees to it. */
export interface MemoryWriter {
  remember(realm: Realm, request: RememberRequest): Promise<RememberResponse>;
  update(realm: Realm, id: string, request: UpdateRequest): Promise<Memory>;
}

/** Throws `not_found`. */
export async function existing(store: Pick<Store, "getMemory">, realm: Realm, id: string): Promise<Memory> {
  const memory = await store.getMemory(realm, id);
  if (memory === null) throw new CortexError("not_found");
  return memory;
}

export function createMemoryWriter({ store, queue, clock, ids, log, embedders }: MemoryWriterOptions): MemoryWriter {
  const keep = createMemoryKeeper({ store, ids, clock, log, ...(embedders === undefined ? {} : { embedders }) });

  async function current(realm: Realm, id: string): Promise<Memory> {
    const memory = await existing(store, realm, id);
    const ended = memory.retiredAt !== null || memory.supersededBy !== null || (memory.expiresAt !== null && memory.expiresAt <= clock.now());
    if (ended) throw new CortexError("memory_ended");
    return memory;
  }

  /** A queue that fails loses nothing: a reconcile pass finds memories without a vector. */
  async function wakeEmbedding(realm: Realm): Promise<void> {
    try {
      await queue.enqueue("embed", { user_id: realm.userId }, EMBED_WAIT);
    } catch (error) {
      log.warn({ err: error }, "could not wake a worker; reconcile will");
    }
  }

  async function supersede(realm: Realm, old: Memory, memory: NewMemory): Promise<void> {
    // A new version stays in the namespace of the old one, whichever of its realm the caller prefers.
    const home = realmOf(realm.userId, [old.namespace]);
    await store.writeMemory(home, { action: "supersede", memoryId: old.id, memory, at: memory.createdAt });
    await wakeEmbedding(realm);
  }

  async function remember(realm: Realm, request: RememberRequest): Promise<RememberResponse> {
    const old = request.supersedes === undefined ? null : await current(realm, request.supersedes);
    const memory = await memoryFromRequest(request, { id: ids.next(), now: clock.now() });
    const home = realmOf(realm.userId, [old?.namespace ?? writeNamespace(realm)]);
    const [same] = await store.findByContentHash(home, [memory.contentHash]);
    if (same !== undefined && (old === null || same.id === old.id)) return { id: same.id, stored: false, outcome: "duplicate", of: same.id };
    if (old !== null) {
      await supersede(realm, old, memory);
      return { id: memory.id, stored: true, outcome: "superseded", of: old.id };
    }
    const { answer, wrote } = await keep(home, memory);
    if (wrote) await wakeEmbedding(realm);
    return answer;
  }

  async function update(realm: Realm, id: string, request: UpdateRequest): Promise<Memory> {
    const old = await current(realm, id);
    const memory = await nextVersion(old, request, { id: ids.next(), now: clock.now() });
    await supersede(realm, old, memory);
    return existing(store, realm, memory.id);
  }

  return { remember, update };
}
