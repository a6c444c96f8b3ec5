/** What of a runner's session entry belongs to memory; the runner keeps it with the session. */
export interface MemorySessionEntry {
  /** The session's own name; the conversation is kept under it. */
  key: string;
  /** Epoch milliseconds of the last conversation that was taken over. */
  memoryCortexIngestedAt?: number;
  /** Epoch milliseconds of the last recall that was asked for. */
  memoryCortexRecalledAt?: number;
  /** A narrative made after an earlier turn. */
  memoryCortexSynthesis?: { query: string; response: string; cachedAt: number };
  /** How many facts the last recall put into the prompt. */
  memoryCortexFactsInjected?: number;
}

/** A message of the session, as chat APIs write it. */
export interface RunnerMessage {
  role: string;
  content?: string | readonly { type: string; text?: string | undefined }[] | null | undefined;
  /** Who said it. */
  name?: string | undefined;
  id?: string | undefined;
  /** When it was said: ISO 8601 with a zone, or epoch milliseconds. */
  timestamp?: string | number | undefined;
}

/** One turn of an agent. */
export interface FollowupRun {
  /** What the user has just said. */
  prompt: string;
  /** Whose memory it is. In a group, a name of the group and not of who speaks: what is private to one is not for all. */
  senderName?: string | undefined;
  channelName?: string | undefined;
  /** What began the turn: "user", "heartbeat", "cron" and the like. */
  trigger?: string | undefined;
  isHeartbeat?: boolean | undefined;
  /** The whole session so far, oldest first: for taking it over after the answer. */
  messages?: readonly RunnerMessage[] | undefined;
}

/** Where the runner's log goes; never memory text, never a token. */
export interface RunnerLog {
  debug(line: string): void;
  warn(line: string): void;
}
