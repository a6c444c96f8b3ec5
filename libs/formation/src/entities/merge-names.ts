import type { Realm } from "@memory-cortex/models";
import type { Store } from "@memory-cortex/store";

import { silentLog } from "../formation-log.ts";
import type { FormationLog } from "../formation-log.ts";

/** That two entities are one, known by a name of each. */
export interface NameMerge {
  from: string;
  into: string;
}

export interface MergeServices {
  store: Pick<Store, "mergeEntities">;
  log?: FormationLog;
}

/**
 * Ties names together that somebody has judged to stand for one thing, after the commit that wrote them. What was committed stands whatever
 * comes of it: without it they are merely two. One that is gone meanwhile, or one with another by now, is left as it is.
 */
export async function mergeNames({ store, log = silentLog }: MergeServices, realm: Realm, merges: readonly NameMerge[]): Promise<void> {
  for (const merge of merges) {
    try {
      await store.mergeEntities(realm, merge);
    } catch (error) {
      log.warn({ err: error }, "two names of one thing stay apart");
    }
  }
}
