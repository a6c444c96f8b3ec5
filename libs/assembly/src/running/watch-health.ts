import { embedderHealth } from "@memory-cortex/embedding";
import type { Embedder } from "@memory-cortex/embedding";
import { llmHealth } from "@memory-cortex/llm";
import type { Llm, LlmRegistry } from "@memory-cortex/llm";
import { wholeUser } from "@memory-cortex/models";
import type { Clock } from "@memory-cortex/models";
import type { Queue } from "@memory-cortex/queue";
import type { Store } from "@memory-cortex/store";
import { createHealth } from "@memory-cortex/telemetry";
import type { Health, PartState } from "@memory-cortex/telemetry";

import type { OpenedEmbedders } from "../models/open-embedders.ts";

export interface WatchedParts {
  store: Store;
  queue: Queue;
  embedders: OpenedEmbedders;
  llms: Pick<LlmRegistry, "models">;
  clock: Clock;
}

const OK: PartState = { status: "ok", why: null };
/** A due job that waits this long means that workers do not keep up. */
const LATE_MS = 120_000;
/** Counting rows of every user would make the probe as slow as the data is large: the most recent ones tell enough. */
const USERS_COUNTED = 20;
/** Counts that take longer are left out of the details: they say nothing of whether the model works. */
const COUNT_LIMIT_MS = 500;

async function queueState(queue: Pick<Queue, "depth">): Promise<PartState> {
  const depth = await queue.depth();
  const failed = Object.values(depth).reduce((sum, { failed: count }) => sum + count, 0);
  const oldest = Math.max(...Object.values(depth).map(({ oldestDueMs }) => oldestDueMs));
  if (failed > 0) return { status: "degraded", why: `${failed} jobs failed in every attempt; they are tried again at the next reconcile pass.`, details: depth };
  if (oldest > LATE_MS) return { status: "degraded", why: `A job has waited for ${Math.round(oldest / 1_000)} s.`, details: depth };
  return { ...OK, details: depth };
}

/** How far the vectors of an embedder's spaces are, over some users. */
async function vectorProgress(store: Store, embedder: string, signal: AbortSignal): Promise<{ embedded: number; missing: number; building: number }> {
  const sum = { embedded: 0, missing: 0, building: 0 };
  const users = await store.users({ signal });
  for (const userId of users.slice(0, USERS_COUNTED)) {
    for (const { space, embedded, missing } of await store.spaces(wholeUser(userId), { signal })) {
      if (space.embedder !== embedder) continue;
      if (space.state === "building") sum.building += 1;
      sum.embedded += embedded;
      sum.missing += missing;
    }
  }
  return sum;
}

async function embedderState(store: Store, embedder: Embedder, signal: AbortSignal): Promise<PartState> {
  const { state, why } = embedderHealth(embedder);
  const { name, model, dimension } = embedder.identity;
  const vectors = await vectorProgress(store, name, AbortSignal.any([signal, AbortSignal.timeout(COUNT_LIMIT_MS)])).catch(() => null);
  const details = { model, dimension, ...vectors };
  if (state !== "ok") return { status: state, why: `Calls fail (${why ?? "unknown reason"}); recall goes on without it.`, details };
  if (vectors !== null && vectors.building > 0) return { status: "degraded", why: `Vectors are being made: ${vectors.missing} to go. What is there already serves.`, details };
  return { ...OK, details };
}

/** What is known from its calls: asking would cost. */
function llmState(llm: Llm): PartState {
  const { state, why } = llmHealth(llm);
  return state === "ok" ? OK : { status: state, why: `Calls fail (${why ?? "unknown reason"}); rules go on in its place.` };
}

/** Without the store nothing works. */
export function watchStore(health: Health, store: Store): void {
  health.register("store", { vital: true, probe: (signal) => store.ping({ signal }).then(() => OK) });
}

/** A queue that is away only delays what is derived; a process that does nothing but jobs is of no use without it. */
export function watchQueue(health: Health, queue: Pick<Queue, "depth">, { vital = false }: { vital?: boolean } = {}): void {
  health.register("queue", { vital, probe: () => queueState(queue) });
}

/** Each embedder and language model is a part; recall and capture go on without any of them. */
export function watchModels(health: Health, { store, embedders, llms }: Pick<WatchedParts, "store" | "embedders" | "llms">): void {
  for (const embedder of embedders.registry.current) {
    health.register(`embedder:${embedder.identity.name}`, { probe: (signal) => embedderState(store, embedder, signal) });
  }
  for (const llm of llms.models) health.register(`llm:${llm.identity.model}`, { probe: async () => llmState(llm) });
  for (const { name, why } of embedders.absent) health.report(`embedder:${name}`, { status: "down", why });
}

/** The parts of `/readyz`. Only the store is vital: everything else can be missing and recall still answers. */
export function watchHealth({ clock, ...parts }: WatchedParts): Health {
  const health = createHealth(clock);
  watchStore(health, parts.store);
  watchQueue(health, parts.queue);
  watchModels(health, parts);
  return health;
}
