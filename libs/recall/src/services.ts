import type { Clock, IdSource } from "@memory-cortex/models";
import type { EmbedderRegistry } from "@memory-cortex/embedding";
import type { Llm } from "@memory-cortex/llm";
import type { Queue } from "@memory-cortex/queue";
import type { CallOptions, Store } from "@memory-cortex/store";

import type { Reranker } from "./rerank/reranker.ts";

/** Whether anything of a user was written, by whatever process writes the store. */
export interface UserRevisions {
  /** The same number as before only while nothing was. At once, or after a cheap read, which may wait for a write under way: the signal says that nobody waits for it any more. */
  of(userId: string, options?: CallOptions): number | Promise<number>;
  /** Told before and after something of a user is erased, where this process is the only one that does. */
  onErase(listener: (userId: string) => void): void;
}

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
  /** Orders what lies close together anew. Without one the order stays. */
  reranker?: Reranker | undefined;
  /** False: it is asked only when a request names `rerank_ms`, because it is too slow or too dear for every turn. Default true. */
  rerankInTurn?: boolean | undefined;
  /** Makes narratives. Without one there are none. */
  llm?: Llm | undefined;
  /** Wakes the making of narratives after an answer. Without one they are made on request only. */
  queue?: Pick<Queue, "enqueue"> | undefined;
  /**
   * Tells when something of a user was written or erased, by every writer there is. "stored": several processes write the store, which is asked
   * then, and narratives lie in it too. Without it no answer and no narrative is kept.
   */
  revisions?: UserRevisions | "stored" | undefined;
  /** How long receipts and access counts are gathered before they are written, milliseconds; a second when left out. */
  gatherMs?: number | undefined;
  /** Told of what went wrong beside the answer, and of how long each stage took. */
  observe?: RecallObserver;
}

export interface RecallObserver {
  stage?(name: string, milliseconds: number): void;
  degraded?(part: string, reason: string): void;
  failed?(part: string, error: unknown): void;
  /** What came of stage 7, for every recall that passed it; see `RerankReport`. */
  reranked?(by: string, outcome: string): void;
  /** A narrative was kept: "used", or why it was not. */
  summarised?(outcome: string): void;
  /** What came of making a narrative: "made", or why there is none. */
  synthesised?(outcome: string): void;
  /** An answer was looked for among the kept ones: "used", "none" or "changed". */
  prewarmed?(outcome: string): void;
}
