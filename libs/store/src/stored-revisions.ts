import { wholeUser } from "@memory-cortex/models";

import type { Store } from "./store.ts";

/** What `StoreRevisions` tells of the writes of one process, told by the store of those of all: one cheap read for each question. */
export const storedRevisions = (store: Pick<Store, "revisions">): { of(userId: string): Promise<number> } => ({
  of: async (userId) => (await store.revisions(wholeUser(userId))).content,
});
