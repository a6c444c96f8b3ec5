import type { Embedder, EmbedderRegistry } from "@memory-cortex/embedding";
import { CortexError, wholeUser } from "@memory-cortex/models";
import type { Clock, Realm } from "@memory-cortex/models";
import type { JobHandler } from "@memory-cortex/queue";
import type { Space, Store } from "@memory-cortex/store";

import { silentLog } from "../formation-log.ts";
import type { FormationLog } from "../formation-log.ts";
import { createSpace } from "./create-space.ts";
import { fillSpace } from "./fill-space.ts";
import { planSpaces } from "./plan-spaces.ts";

export interface EmbedServices {
  store: Store;
  embedders: EmbedderRegistry;
  clock: Clock;
  log?: FormationLog;
}

/** Documents that arrive during a run are taken along, but a run ends: the next one is enqueued with them. */
const MAX_SWITCH_ATTEMPTS = 10;

/**
 * Gives documents their vectors: fills the spaces that serve, then builds the new ones that {@link planSpaces} asks for and switches
 * when they are whole. An embedder that fails does not hold up the others; the job then fails with its code and is tried again.
 */
export function createEmbedHandler(services: EmbedServices): JobHandler<"embed"> {
  return async ({ user_id }, { signal }) => {
    const realm = wholeUser(user_id);
    if (!(await services.store.userExists(realm, { signal }))) return { outcome: "skipped", reason: "unknown_user" };
    const failures: string[] = [];
    const attempt = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (signal.aborted) throw new CortexError("aborted", { cause: error });
        failures.push(CortexError.isInstance(error) ? error.code : "internal");
        (services.log ?? silentLog).warn({ err: error }, "vectors could not be made");
      }
    };
    await bringUpToDate(services, { realm, signal, attempt });
    const [code] = failures;
    if (code !== undefined) return { outcome: "failed", code };
    return services.embedders.current.length === 0 ? { outcome: "skipped", reason: "no_embedder" } : { outcome: "success" };
  };
}

interface Run {
  realm: Realm;
  signal: AbortSignal;
  attempt(work: () => Promise<unknown>): Promise<void>;
}

async function bringUpToDate({ store, embedders, clock }: EmbedServices, { realm, signal, attempt }: Run): Promise<void> {
  const plan = planSpaces(await store.spaces(realm, { signal }), embedders.current.map(({ identity }) => identity));
  for (const space of plan.drop) await store.dropSpace(realm, space.id, { signal });
  for (const space of plan.fill) {
    const embedder = embedders.forSpace(space);
    // A model that can no longer be had: its space keeps the vectors it has until the new one is whole.
    if (embedder) await attempt(() => fillAndSwitch(store, { realm, space, embedder, signal }));
  }
  for (const { name } of plan.create) {
    const embedder = embedders.current.find(({ identity }) => identity.name === name)!;
    await attempt(async () => {
      const space = await createSpace({ store, clock }, { realm, embedder, signal });
      if (space) await fillAndSwitch(store, { realm, space, embedder, signal });
    });
  }
}

async function fillAndSwitch(store: Store, fill: { realm: Realm; space: Space; embedder: Embedder; signal: AbortSignal }): Promise<void> {
  for (let attempt = 0; attempt < MAX_SWITCH_ATTEMPTS; attempt += 1) {
    await fillSpace(store, fill);
    if (fill.space.state === "active" || (await store.activateSpace(fill.realm, fill.space.id, { signal: fill.signal }))) return;
  }
}
