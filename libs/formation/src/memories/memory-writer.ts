import { CortexError, realmOf, writeNamespace } from "@memory-cortex/models";
import type { Clock, IdSource, Memory, Realm, RememberRequest, RememberResponse, UpdateRequest } from "@memory-cortex/models";
import type { Queue } from "@memory-cortex/queue";
import type { NewMemory, Store } from "@memory-cortex/store";

import { allowedType } from "../capture/untrusted.ts";
import { decideAgain } from "../decide-again.ts";
import type { Attempt, DecisionServices } from "../decide-again.ts";
import type { FormationLog } from "../formation-log.ts";
import { createMemoryKeeper } from "./memory-keeper.ts";
import type { Kept, MemoryKeeperOptions } from "./memory-keeper.ts";
import { memoryFromRequest, nextVersion } from "./new-memory.ts";

/** Vectors are wanted soon, but in batches. */
const EMBED_WAIT = { debounceMs: 100, maxWaitMs: 2_000 };

export interface MemoryWriterOptions {
  store: Pick<Store, "revisions" | "commitMemories" | "getMemory"> & MemoryKeeperOptions["store"];
  queue: Pick<Queue, "enqueue">;
  clock: Clock;
  ids: IdSource;
  log: FormationLog;
  /** What deciding knows of nearness: only an embedder that takes microseconds is asked. None: words and slots. */
  embedders?: MemoryKeeperOptions["embedders"];
  /** See {@link DecisionServices}. */
  pause?: DecisionServices["pause"];
}

/** Writes that look first, and again when what they have seen was changed meanwhile, by whatever process. */
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

export function createMemoryWriter({ store, queue, clock, ids, log, embedders, pause }: MemoryWriterOptions): MemoryWriter {
  const keep = createMemoryKeeper({ store, ids, clock, ...(embedders === undefined ? {} : { embedders }) });
  const deciding: DecisionServices = { store, pause };

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

  /** A new version stays in the namespace of the old one, whichever of its realm the caller prefers. */
  async function supersede<Result>({ realm, old, memory, basedOn }: NextVersion, result: Result): Promise<Attempt<Result>> {
    const home = realmOf(realm.userId, [old.namespace]);
    const { outcome } = await store.commitMemories(home, { writes: [{ action: "supersede", memoryId: old.id, memory, at: memory.createdAt }], basedOn });
    return outcome === "stale" ? { outcome } : { outcome: "done", result };
  }

  async function remember(realm: Realm, request: RememberRequest): Promise<RememberResponse> {
    let made: NewMemory | undefined;
    const { answer, wrote } = await decideAgain<Kept>(deciding, realm, async (basedOn) => {
      const old = request.supersedes === undefined ? null : await current(realm, request.supersedes);
      const namespace = old?.namespace ?? writeNamespace(realm);
      const memory = (made ??= await memoryFromRequest({ ...request, type: allowedType(namespace, request.type) }, { id: ids.next(), now: clock.now() }));
      const home = realmOf(realm.userId, [namespace]);
      if (request.unless_forgotten === true && (await store.forgottenHashes(home, [memory.contentHash])).length > 0) throw new CortexError("forgotten");
      const [same] = await store.findByContentHash(home, [memory.contentHash]);
      if (same !== undefined && (old === null || same.id === old.id)) {
        return { outcome: "done", result: { answer: { id: same.id, stored: false, outcome: "duplicate", of: same.id }, wrote: false } };
      }
      if (old === null) return keep({ home, memory, basedOn });
      return supersede({ realm, old, memory, basedOn }, { answer: { id: memory.id, stored: true, outcome: "superseded", of: old.id }, wrote: true });
    });
    if (wrote) await wakeEmbedding(realm);
    return answer;
  }

  async function update(realm: Realm, id: string, request: UpdateRequest): Promise<Memory> {
    const version = await decideAgain<string>(deciding, realm, async (basedOn) => {
      const old = await current(realm, id);
      const memory = await nextVersion(old, request.type === undefined ? request : { ...request, type: allowedType(old.namespace, request.type) }, { id: ids.next(), now: clock.now() });
      return supersede({ realm, old, memory, basedOn }, memory.id);
    });
    await wakeEmbedding(realm);
    return existing(store, realm, version);
  }

  return { remember, update };
}

interface NextVersion {
  realm: Realm;
  old: Memory;
  memory: NewMemory;
  basedOn: number;
}
