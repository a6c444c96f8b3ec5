/** How much a memory matters, by its importance: must from .8, nice from .5; unknown was never weighed. */
export type Tier = "must" | "nice" | "unknown";

/** What was recalled for one turn and why; ids, scores and reasons, never text. */
export interface RecallReceipt {
  kind: "recall";
  /** Epoch milliseconds. */
  at: number;
  sessionKey: string | null;
  sessionId: string | null;
  userId: string;
  trigger: string | null;
  /** Why nothing was asked for or added; null when something was. */
  skipped: string | null;
  /** Of the service: `openclaw cortex why` shows all stages by it. */
  receiptId: string | null;
  /** What stands in the prompt, in its order. */
  items: { id: string; score: number; tier: Tier }[];
  leftOut: { id: string; reason: string }[];
  /** Characters added to the prompt. */
  chars: number;
  tookMs: number;
  degraded: string[];
}

/** What of one turn was handed on to be remembered; ids and counts, never text. */
export interface CaptureReceipt {
  kind: "capture";
  at: number;
  sessionKey: string | null;
  sessionId: string | null;
  userId: string;
  /** Why nothing was captured; null when something was. */
  skipped: string | null;
  /** Of the piece in the spool. */
  entryId: string | null;
  /** Ids we gave the turns; the service knows them as external ids. */
  externalIds: string[];
  ignored: { reason: string; count: number }[];
  /** Whether the service has it, or it waits in the spool. */
  sent: boolean;
}

export type Receipt = RecallReceipt | CaptureReceipt;
