import type { Realm } from "@memory-cortex/models";

import type { ThreadError } from "./thread/map-error.ts";

/** A background thread is a reader that gives way to all others. */
export type ThreadRole = "reader" | "background" | "writer";

export interface ThreadSettings {
  /** Where the files of the users lie. */
  directory: string;
  role: ThreadRole;
  maxOpenUsers: number;
  /** Bytes; see `CacheBudget`. */
  searchMemory: number;
  /** Milliseconds; see `Slice`. */
  slice: number;
}

export interface ThreadMessage {
  id: number;
  name: string;
  realm?: Realm;
  request: unknown;
  now: number;
  /** How often this call used up its slice. */
  attempts: number;
}

/** Unfinished: the same call, run again, goes on where this one stopped. */
export type ThreadReply = { id: number; value: unknown } | { id: number; error: ThreadError } | { id: number; unfinished: true };
