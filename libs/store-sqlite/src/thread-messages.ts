import type { Realm } from "@memory-cortex/models";

import type { ThreadError } from "./thread/map-error.ts";

export interface ThreadSettings {
  /** Where the files of the users lie. */
  directory: string;
  role: "reader" | "writer";
  maxOpenUsers: number;
  /** Bytes; see `CacheBudget`. */
  searchMemory: number;
}

export interface ThreadMessage {
  id: number;
  name: string;
  realm?: Realm;
  request: unknown;
  now: number;
}

export type ThreadReply = { id: number; value: unknown } | { id: number; error: ThreadError };
