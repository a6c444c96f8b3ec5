import { wholeUser } from "@memory-cortex/models";

import type { CallOptions, Store } from "./store.ts";

/** What `StoreRevisions` tells of the writes of one process, told by the store of those of all: one cheap read for each question. */
export const storedRevisions = (store: Pick<Store, "revisions">): { of(userId: string, options?: CallOptions): Promise<number> } => ({
  of: async (userId, options) => (await store.revisions(wholeUser(userId), options)).content,
});
