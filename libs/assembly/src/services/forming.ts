import type { CaptureInput, CaptureServices, DebounceSettings, FormationThread, WindowTexts } from "@memory-cortex/formation";
import type { CortexConfig } from "@memory-cortex/config";
import type { EmbedderRegistry } from "@memory-cortex/embedding";
import type { LlmRegistry } from "@memory-cortex/llm";
import type { Queue } from "@memory-cortex/queue";
import type { Store } from "@memory-cortex/store";

import type { Base } from "../running/base.ts";

export interface FormingParts {
  store: Store;
  queue: Queue;
  embedders: EmbedderRegistry;
  llms: LlmRegistry;
  /** Where texts are read, so that nothing waits for it. */
  thread: FormationThread;
  /** Waits for a gap between more urgent work; at once by default. */
  giveWay?: (signal: AbortSignal) => Promise<void>;
}

/** What captures, previews and the other jobs of formation work with. */
export type Forming = CaptureServices & { store: Store; queue: Queue; embedders: EmbedderRegistry; llms: LlmRegistry };

export function forming({ clock, ids, log }: Base, { thread, giveWay, ...parts }: FormingParts): Forming {
  return {
    ...parts,
    clock,
    ids,
    log,
    capture: (input: CaptureInput) => thread.capture(input),
    names: (window: WindowTexts) => thread.names(window),
    ...(giveWay === undefined ? {} : { giveWay }),
  };
}

/** How long a session is silent before it is captured. */
export function debounceOf({ debounceSeconds, debounceMaxSeconds }: CortexConfig): DebounceSettings {
  return { waitMs: debounceSeconds * 1_000, maxWaitMs: debounceMaxSeconds * 1_000 };
}
