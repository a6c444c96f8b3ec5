import type { EmbedderRegistry } from "@memory-cortex/embedding";
import { recallRequest } from "@memory-cortex/models/wire";
import type { RecallService } from "@memory-cortex/recall";
import type { Store } from "@memory-cortex/store";

export interface WarmUpParts {
  recall: RecallService;
  store: Store;
  embedders: EmbedderRegistry;
  /** Reader threads to start. */
  readers: number;
}

/** No user has this id; asking for them reads nothing and creates nothing. */
const NOBODY = "memory-cortex-warm-up";
const NO_TOKENS = { total: 0, ids: new Uint32Array(), counts: new Uint32Array() };

/**
 * Starts the threads and runs each part of a recall once, about a quarter of a second, so that the first real question is answered
 * inside its deadline. Only models in this process are asked; what fails here fails again where it matters.
 */
export async function warmUp({ recall, store, embedders, readers }: WarmUpParts): Promise<void> {
  const local = embedders.current.filter(({ identity }) => identity.weighted);
  const question = recallRequest.parse({ query: "What was planned for the first day of the warm season?", user_id: NOBODY, deadline_ms: 2_000 });
  await Promise.allSettled([
    store.ping(),
    ...Array.from({ length: readers }, () => recall.recall(question)),
    ...local.map((embedder) => embedder.embed([question.query], { kind: "query", weighting: NO_TOKENS })),
  ]);
}
