import type { Embedder } from "@memory-cortex/embedding";
import { CortexError } from "@memory-cortex/models";
import type { Realm, Weighting } from "@memory-cortex/models";
import type { Space, Store, Unembedded } from "@memory-cortex/store";

import { keptWeightings } from "./kept-weightings.ts";
import type { WeightingOf } from "./kept-weightings.ts";

/** Read at once: the store orders what is missing anew each time. */
const BATCH = 512;
/** Embedded and saved at once: what a kill may cost, and what one write to the disk brings. Fewer of a model that takes milliseconds a text. */
const PART = { weighted: 128, other: 32 };

export interface FillSpace {
  realm: Realm;
  space: Space;
  embedder: Embedder;
  signal: AbortSignal;
  /** Whether it is time to make way; asked between two parts. Never by default. */
  isTimeUp?: () => boolean;
  /** Read from the store by default. */
  weightingOf?: WeightingOf;
}

export interface Filled {
  documents: number;
  /** Whether none was missing at the end. */
  whole: boolean;
}

/** Gives every document of the user a vector in the space, oldest first, until the time is up. What is saved stays when it is broken off. */
export async function fillSpace(store: Store, fill: FillSpace): Promise<Filled> {
  const { realm, space, signal, isTimeUp = () => false } = fill;
  const weighting = await (fill.weightingOf ?? keptWeightings(store))({ realm, space, signal });
  let filled = 0;
  for (let before: string | undefined; ; ) {
    if (signal.aborted) throw new CortexError("aborted");
    const batch = await store.unembedded(realm, { spaceId: space.id, limit: BATCH }, { signal });
    const first = batch[0]?.id;
    if (first === undefined) return { documents: filled, whole: true };
    if (isTimeUp()) return { documents: filled, whole: false };
    if (first === before) throw new CortexError("store_unavailable", { detail: "Documents with saved vectors still miss them." });
    before = first;
    filled += await embedBatch(store, fill, { batch, weighting });
  }
}

/** While one part is written, the next is embedded: the store works in threads of its own. Returns how many were done. */
async function embedBatch(store: Store, { realm, space, embedder, signal, isTimeUp = () => false }: FillSpace, { batch, weighting }: { batch: readonly Unembedded[]; weighting: Weighting | null }): Promise<number> {
  const size = space.weighted ? PART.weighted : PART.other;
  let saving: Promise<void> = Promise.resolve();
  let done = 0;
  for (; done < batch.length && (done === 0 || !isTimeUp()); done += size) {
    const part = batch.slice(done, done + size);
    // Either may fail first; settled together, so that no failure goes unheard.
    const [embedded, saved] = await Promise.allSettled([embedder.embed(part.map(({ text }) => text), { kind: "document", weighting, signal }), saving]);
    if (saved.status === "rejected") throw saved.reason;
    if (embedded.status === "rejected") throw embedded.reason;
    // Without the signal: what was embedded is saved, also when the job is told to stop.
    saving = store.saveVectors(realm, { spaceId: space.id, vectors: part.map(({ id }, index) => ({ id, vector: embedded.value[index] ?? null })) }, { patient: true });
  }
  await saving;
  return Math.min(done, batch.length);
}
