import type { Embedder } from "@memory-cortex/embedding";
import { CortexError } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import type { Space, Store } from "@memory-cortex/store";

const BATCH = 64;

export interface FillSpace {
  realm: Realm;
  space: Space;
  embedder: Embedder;
  signal: AbortSignal;
}

/** Gives every document of the user a vector in the space, oldest first. What is saved stays when it is broken off. */
export async function fillSpace(store: Store, { realm, space, embedder, signal }: FillSpace): Promise<number> {
  const weighting = space.weighted ? await store.weighting(realm, space.id, { signal }) : null;
  let filled = 0;
  for (let before: string | undefined; ; ) {
    if (signal.aborted) throw new CortexError("aborted");
    const batch = await store.unembedded(realm, { spaceId: space.id, limit: BATCH }, { signal });
    const first = batch[0]?.id;
    if (first === undefined) return filled;
    if (first === before) throw new CortexError("store_unavailable", { detail: "Documents with saved vectors still miss them." });
    before = first;
    const vectors = await embedder.embed(batch.map(({ text }) => text), { kind: "document", weighting, signal });
    await store.saveVectors(realm, { spaceId: space.id, vectors: batch.map(({ id }, index) => ({ id, vector: vectors[index] ?? null })) }, { signal });
    filled += batch.length;
  }
}
