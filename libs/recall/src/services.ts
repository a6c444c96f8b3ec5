import type { Clock, IdSource } from "@memory-cortex/models";
import type { EmbedderRegistry } from "@memory-cortex/embedding";
import type { Store } from "@memory-cortex/store";

/** What recall needs from outside: ports, a clock and ids. */
export interface RecallServices {
  store: Store;
  embedders: EmbedderRegistry;
  clock: Clock;
  ids: IdSource;
  /** For requests that name no deadline, milliseconds. Default 200. */
  deadlineMs?: number;
  /** Milliseconds of a clock that never goes back, with fractions. */
  monotonic: () => number;
  /** Told of what went wrong beside the answer, and of how long each stage took. */
  observe?: RecallObserver;
}

export interface RecallObserver {
  stage?(name: string, milliseconds: number): void;
  degraded?(part: string, reason: string): void;
  failed?(part: string, error: unknown): void;
}
