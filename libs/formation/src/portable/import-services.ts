import type { Clock, IdSource } from "@memory-cortex/models";
import type { Queue } from "@memory-cortex/queue";
import type { Store } from "@memory-cortex/store";

import type { AppendServices } from "../conversations/append-new-turns.ts";
import type { FormationLog } from "../formation-log.ts";

export interface ImportServices {
  store: Store;
  queue: Queue;
  clock: Clock;
  ids: IdSource;
  log?: FormationLog;
  /** Where long texts may not hold up others. */
  describe?: NonNullable<AppendServices["describe"]>;
}
