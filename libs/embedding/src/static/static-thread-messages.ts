import type { ErrorCode, Weighting } from "@memory-cortex/models";

/** What the thread is asked. Without a weighting it uses the one that it was sent last. */
export type StaticThreadRequest =
  | { id: number; task: "embed"; texts: readonly string[]; weighting: Weighting | null }
  | { id: number; task: "count"; texts: readonly string[] };

export type StaticThreadResult = (Float32Array | null)[] | Map<number, number>;

export type StaticThreadReply = { id: number; result: StaticThreadResult } | { id: number; failed: { code: ErrorCode; detail: string } };
