import type { rememberRequest } from "@memory-cortex/models/wire";
import type { z } from "zod";

import type { BadRecord, Conversation } from "../ingest/conversation.ts";

/** One statement, checked and ready to be sent to `/v1/remember`. */
export interface Fact {
  place: string;
  request: z.input<typeof rememberRequest>;
}

/** What a reader finds, in the order of the source. */
export type Piece =
  | { kind: "conversation"; conversation: Conversation }
  | { kind: "fact"; fact: Fact }
  /** Belongs to the format and is no memory: tool output, thinking, what was deleted there. */
  | { kind: "left_out"; reason: string; count: number }
  /** Does not fit the format. Without `--skip-invalid` nothing of the source is imported. */
  | { kind: "flaw"; flaw: BadRecord };

export const flawOf = (place: string, reason: string): Piece => ({ kind: "flaw", flaw: { place, reason } });
export const leftOut = (reason: string, count = 1): Piece => ({ kind: "left_out", reason, count });
