import { wholeUser } from "@memory-cortex/models";
import type { RecallService } from "@memory-cortex/recall";
import { recallRequest } from "@memory-cortex/models/wire";
import type { Store } from "@memory-cortex/store";

/** No user has this id. */
const NOBODY = "memory-cortex-warm-up";
const PATIENCE_MS = 10_000;
const QUESTION = { query: "What did Ann plan in Lisbon for the first day of the warm season?", user_id: NOBODY, deadline_ms: PATIENCE_MS };
/** As recall asks. */
const FILTER = { kinds: ["turn", "memory", "chunk"], includeHistory: false } as const;

/**
 * Has a database server plan what a recall reads, with more time than a recall has. It writes nothing, and of somebody's data it reads a few
 * ids, because what is searched by meaning depends on the vectors that are there. What fails here fails again where it matters.
 */
export async function warmStore({ recall, store, now }: { recall: Pick<RecallService, "recall">; store: Store; now: () => number }): Promise<void> {
  const nobody = wholeUser(NOBODY);
  const options = { signal: AbortSignal.timeout(PATIENCE_MS) };
  await Promise.allSettled([
    recall.recall(recallRequest.parse(QUESTION)),
    store.getDocuments(nobody, ["none"], options),
    store.userExists(nobody, options),
    store.listConflicts(nobody, { limit: 1 }, options),
    store.getNote(nobody, { key: "none", now: now() }, options),
    searchSomebody({ store, now: now(), options }),
  ]);
}

async function searchSomebody({ store, now, options }: { store: Store; now: number; options: { signal: AbortSignal } }): Promise<void> {
  const [somebody] = await store.users(options);
  if (somebody === undefined) return;
  const realm = wholeUser(somebody);
  for (const { id, dimension } of await store.activeSpaces(realm, options)) {
    const vector = new Float32Array(dimension).fill(Math.sqrt(1 / dimension));
    await store.searchVector(realm, { spaceId: id, vector, filter: { ...FILTER, kinds: [...FILTER.kinds], now }, limit: 1, window: 1 }, options);
    await store.similarities(realm, { spaceId: id, vector, ids: ["none"] }, options);
    await store.weighting(realm, id, options);
  }
}
