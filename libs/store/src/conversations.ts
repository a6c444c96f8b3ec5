import type { Role } from "@memory-cortex/models";

/** Where and with whom a session takes place; later appends may fill what was null. */
export interface SessionHeader {
  sessionId: string;
  channel: string | null;
  agentId: string | null;
  project: string | null;
}

/** A turn ready to be kept: cleaned, redacted and analysed. */
export interface NewTurn {
  id: string;
  role: Role;
  speaker: string | null;
  text: string;
  observedAt: number;
  timed: boolean;
  externalId: string | null;
  contentHash: string;
  /** Index terms of our own text analysis, in order, with repeats. */
  terms: readonly string[];
  /** Words of the text, for the damping of long turns. */
  words: number;
  /** What kind of question it can answer, as a small integer (`encodeSignals` of the text library). */
  signals: number;
  createdAt: number;
}

/** What an alignment needs to know of a stored session, without reading all of it. */
export interface AlignmentRequest {
  sessionId: string;
  /** Content hashes of the incoming turns. */
  hashes: readonly string[];
  /** Moments whose place in the session is asked for, in any order. */
  times: readonly number[];
}

/** A stored turn whose content hash is one of the asked ones. */
export interface StoredMatch {
  position: number;
  contentHash: string;
  externalId: string | null;
  /** Null when the caller gave no time. */
  saidAt: number | null;
}

export interface AlignmentView {
  /** Grows with every append; 0 for a session that does not exist. */
  revision: number;
  /** Number of stored turns. */
  length: number;
  /** Ordered by position. */
  matches: readonly StoredMatch[];
  /** For each asked time: the position after the last stored timed turn said at or before it, 0 when all are later. */
  placeByTime: readonly number[];
  /** For each asked time: the position of the first stored timed turn said after it, `length` when there is none. */
  laterByTime: readonly number[];
}

/** Turns to put before the stored position `at` (`at` = length appends). Inserts are ordered by `at`. */
export interface TurnInsert {
  at: number;
  turns: readonly NewTurn[];
}

export interface AppendRequest {
  session: SessionHeader;
  /** Revision that the alignment was made against. */
  revision: number;
  inserts: readonly TurnInsert[];
}

/** "stale": the session changed meanwhile; read and align again. */
export type AppendResult = Appended | { outcome: "stale" };

export interface Appended {
  outcome: "appended";
  revision: number;
  length: number;
  /** Ids of turns that were left out because the session holds a tombstone for what they say; absent when there are none. */
  forgotten?: string[];
}

export interface TurnErasureRequest {
  ids: readonly string[];
  at: number;
}

export interface TurnErasure {
  /** How many turns there were. */
  erased: number;
  /** Ids of memories that rested on these turns and rest on none now. */
  orphans: string[];
}

export interface OpenTurnsRequest {
  sessionId: string;
  limit: number;
  /** How many captured turns before the first come along. */
  context: number;
  /** Instead of turns that capture has not seen: those that it saw without a model, and that a model should read. Default false. */
  improvable?: boolean;
}

/** A session with turns that capture has not seen, or that a model should read again. */
export interface OpenWindow {
  sessionId: string;
  namespace: string;
  openTurns: number;
  /** When the first and the last of these turns arrived. */
  firstArrivedAt: number;
  lastArrivedAt: number;
}
