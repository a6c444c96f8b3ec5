import type { Clock, IdSource } from "@memory-cortex/models";
import type { Queue } from "@memory-cortex/queue";
import type { Store } from "@memory-cortex/store";

import type { CaptureCandidate, CaptureInput } from "../capture/candidate.ts";
import type { DecisionServices } from "../decide-again.ts";
import type { DeciderOptions } from "../decide/index.ts";
import type { DocumentNames, WindowTexts } from "../entities/window-names.ts";
import type { FormationLog } from "../formation-log.ts";

export interface CaptureServices {
  store: Store;
  queue: Queue;
  clock: Clock;
  ids: IdSource;
  log?: FormationLog;
  /** See {@link DecisionServices}. */
  pause?: DecisionServices["pause"];
  /** Capture without a model: by the rules, unless something else does it. */
  capture?: (input: CaptureInput) => CaptureCandidate[] | Promise<CaptureCandidate[]>;
  /** Names in the turns of a window: in this thread, a few turns at a time, unless something else finds them. */
  names?: (window: WindowTexts) => Promise<DocumentNames[]>;
  /** Waited for before each window: others may go first. */
  giveWay?: (signal: AbortSignal) => Promise<void>;
  /** What deciding knows of nearness; none: words and slots. */
  embedders?: DeciderOptions["embedders"];
  /** Who captures, and judges what rules leave open; none: rules do it, and what they did can be improved once there is one. */
  llms?: DeciderOptions["llms"];
}
