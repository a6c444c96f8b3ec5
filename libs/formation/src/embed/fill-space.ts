import type { Embedder } from "@memory-cortex/embedding";
import { CortexError } from "@memory-cortex/models";
import type { Realm, Weighting } from "@memory-cortex/models";
import type { Space, Store, Unembedded } from "@memory-cortex/store";

/** Read at once: the store orders what is missing anew each time. */
const BATCH = 512;
/** Embedded and saved at once: what a kill may cost, and what one write to the disk brings. */
const PART = 128;

export interface FillSpace {
  realm: Realm;
  space: Space;
  embedder: Embedder;
  signal: AbortSignal;
}

/** Gives every document of the user a vector in the space, oldest first. What is saved stays when it is broken off. */
export async function fillSpace(store: Store, fill: FillSpace): Promise<number> {
  const { realm, space, signal } = fill;
  const weighting = space.weighted ? await store.weighting(realm, space.id, { signal }) : null;
  let filled = 0;
  for (let before: string | undefined; ; ) {
    if (signal.aborted) throw new CortexError("aborted");
    const batch = await store.unembedded(realm, { spaceId: space.id, limit: BATCH }, { signal });
    const first = batch[0]?.id;
    if (first === undefined) return filled;
    if (first === before) throw new CortexError("store_unavailable", { detail: "Documents with saved vectors still miss them." });
    before = first;
    await embedBatch(store, fill, { batch, weighting });
    filled += batch.length;
  }
}

/** While one part is written, the next is embedded: the store works in threads of its own. */
async function embedBatch(store: Store, { realm, space, embedder, signal }: FillSpace, { batch, weighting }: { batch: readonly Unembedded[]; weighting: Weighting | null }): Promise<void> {
  let saving: Promise<void> = Promise.resolve();
  for (let start = 0; start < batch.length; start += PART) {
    const part = batch.slice(start, start + PART);
    // Either may fail first; settled together, so that no failure goes unheard.
    const [embedded, saved] = await Promise.allSettled([embedder.embed(part.map(({ text }) => text), { kind: "document", weighting, signal }), saving]);
    if (saved.status === "rejected") throw saved.reason;
    if (embedded.status === "rejected") throw embedded.reason;
    // Without the signal: what was embedded is saved, also when the job is told to stop.
    saving = store.saveVectors(realm, { spaceId: space.id, vectors: part.map(({ id }, index) => ({ id, vector: embedded.value[index] ?? null })) });
  }
  await saving;
}
