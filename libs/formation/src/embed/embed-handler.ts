import type { EmbedderIdentity, EmbedderRegistry } from "@memory-cortex/embedding";
import { CortexError, wholeUser } from "@memory-cortex/models";
import type { Clock, Realm } from "@memory-cortex/models";
import type { JobHandler, Queue } from "@memory-cortex/queue";
import type { Space, Store } from "@memory-cortex/store";

import { silentLog } from "../formation-log.ts";
import type { FormationLog } from "../formation-log.ts";
import { createSpace } from "./create-space.ts";
import { fillSpace } from "./fill-space.ts";
import type { FillSpace } from "./fill-space.ts";
import { keptWeightings } from "./kept-weightings.ts";
import type { WeightingOf } from "./kept-weightings.ts";
import { fillingOrder, planSpaces, wantedOf } from "./plan-spaces.ts";

export interface EmbedServices {
  store: Store;
  embedders: EmbedderRegistry;
  /** Takes the rest of the work when a run has had its time. */
  queue: Pick<Queue, "enqueue">;
  clock: Clock;
  log?: FormationLog;
}

/**
 * A run ends after this long and puts itself at the end of the queue: other users, and what the quick embedders have to do for this one,
 * wait no longer than this for a slow model.
 */
const RUN_MS = 2_000;

/** Documents that arrive during a run are taken along, but a run ends: the next one is enqueued with them. */
const MAX_SWITCH_ATTEMPTS = 10;

/**
 * Gives documents their vectors: makes the spaces that {@link planSpaces} asks for, fills them in its order, and switches to new ones
 * when they are whole. What is left after {@link RUN_MS} goes back to the queue. An embedder that fails does not hold up the others; the job then fails with its code and is tried again.
 */
export function createEmbedHandler(services: EmbedServices): JobHandler<"embed"> {
  const weightingOf = keptWeightings(services.store);
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
    await bringUpToDate(services, { realm, signal, attempt, weightingOf });
    const [code] = failures;
    if (code !== undefined) return { outcome: "failed", code };
    return services.embedders.current.length === 0 ? { outcome: "skipped", reason: "no_embedder" } : { outcome: "success" };
  };
}

interface Run {
  realm: Realm;
  signal: AbortSignal;
  attempt(work: () => Promise<unknown>): Promise<void>;
  weightingOf: WeightingOf;
}

async function bringUpToDate(services: EmbedServices, run: Run): Promise<void> {
  const { store, embedders, queue, clock } = services;
  const { realm, signal, attempt, weightingOf } = run;
  const plan = planSpaces(await store.spaces(realm, { signal }), wantedOf(embedders));
  for (const space of plan.drop) await store.dropSpace(realm, space.id, { signal });
  const end = clock.now() + RUN_MS;
  const left = new Set<Space>();
  const fill = async (space: Space, until: number): Promise<void> => {
    const embedder = embedders.forSpace(space);
    // A model that can no longer be had: its space keeps the vectors it has until the new one is whole.
    if (!embedder) return;
    await attempt(async () => {
      if (!(await fillAndSwitch(store, { realm, space, embedder, signal, weightingOf, isTimeUp: () => clock.now() >= until }))) left.add(space);
      else left.delete(space);
    });
  };
  const fillAll = async (spaces: readonly Space[], until = end): Promise<void> => {
    for (const space of spaces) await fill(space, until);
  };
  const [quick, others] = [plan.fill.filter(isQuick), plan.fill.filter((space) => !isQuick(space))];
  // What serves and is quick first: making a space may mean to count the tokens of all that there is.
  await fillAll(quick);
  const meanwhile = atIntervals(clock, () => fillAll(quick, clock.now() + RUN_MS));
  const made = await createAll(services, { ...run, meanwhile }, plan.create);
  await fillAll([...others, ...made].sort((a, b) => fillingOrder(a) - fillingOrder(b)));
  if (left.size > 0) await queue.enqueue("embed", { user_id: realm.userId });
}

/** Does the work when it is asked for and {@link RUN_MS} have passed since the last time. */
function atIntervals(clock: Clock, work: () => Promise<void>): () => Promise<void> {
  let last = clock.now();
  return async () => {
    if (clock.now() - last < RUN_MS) return;
    await work();
    last = clock.now();
  };
}

const isQuick = ({ weighted, state }: Space): boolean => weighted && state === "active";

/** `meanwhile` is called again and again: counting the tokens of a million texts takes a minute, and what is new then has to be found too. */
async function createAll({ store, embedders, clock }: EmbedServices, { realm, signal, attempt, meanwhile }: Run & { meanwhile: () => Promise<void> }, identities: readonly EmbedderIdentity[]): Promise<Space[]> {
  const spaces: Space[] = [];
  for (const { name } of identities) {
    const embedder = embedders.current.find(({ identity }) => identity.name === name)!;
    await attempt(async () => {
      const space = await createSpace({ store, clock }, { realm, embedder, signal, meanwhile });
      if (space) spaces.push(space);
    });
  }
  return spaces;
}

/** Whether the space is whole and serves. */
async function fillAndSwitch(store: Store, fill: FillSpace): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_SWITCH_ATTEMPTS; attempt += 1) {
    const { whole } = await fillSpace(store, fill);
    if (!whole) return false;
    if (fill.space.state === "active" || (await store.activateSpace(fill.realm, fill.space.id, { signal: fill.signal }))) return true;
  }
  return false;
}
