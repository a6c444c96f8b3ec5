import type { Lifetime, Memory, MemoryType } from "@memory-cortex/models";

import type { GraphWrites } from "./graph.ts";

/** What a memory gets by later writes. */
type Later = "serial" | "namespace" | "retiredAt" | "supersededAt" | "accessCount" | "lastAccessedAt" | "reinforcedCount" | "supersededBy" | "conflictGroup" | "conflictStatus";

/** A memory to be written; counts and links start empty. */
export type NewMemory = Omit<Memory, "kind" | Later> & { terms: readonly string[]; words: number; signals: number };

/** One decision about a candidate, applied inside a transaction. */
export type MemoryWrite =
  | { action: "create"; memory: NewMemory }
  /** Same statement again: provenance only. */
  | { action: "addProvenance"; memoryId: string; turnIds: readonly string[] }
  /** Near and entailed: confidence + .05 (at most 1), reinforced count + 1. Naming only turns that it already rests on changes nothing. */
  | { action: "reinforce"; memoryId: string; turnIds: readonly string[] }
  | SupersedeWrite
  /** No longer true in the world since `endsAt`, as we learn at `at`; nothing takes its place. It stays believed for the time before. */
  | { action: "end"; memoryId: string; endsAt: number; at: number; turnIds: readonly string[] }
  /**
   * A memory that contradicts those named; which is true is not known. All of them that are not over at `at` become one open group: that
   * of a named one that is in one, else `group`. When none is left, the memory is simply created.
   */
  | { action: "conflict"; memory: NewMemory; with: readonly string[]; group: string; at: number };

/**
 * A new version takes the place of a memory. "correction" (default): the old one was never right, it ends and is retired at `at`.
 * "world": it was true and stays believed; it ends in the world at `endsAt`, or `at` when that is not known. An earlier end stands.
 */
export interface SupersedeWrite {
  action: "supersede";
  memoryId: string;
  memory: NewMemory;
  at: number;
  change?: "world" | "correction";
  endsAt?: number;
}

/** Decisions of one remembering with what they add to the graph: all of it or nothing. */
export interface MemoryCommit extends Partial<GraphWrites> {
  writes: readonly MemoryWrite[];
  /**
   * `Revisions.knowledge` before anything was read that the decisions rest on. When it has grown since, by whatever process, nothing is
   * written and the answer is "stale". Without it the commit is written whatever has changed.
   */
  basedOn?: number;
}

/** "stale": what the decisions rest on has changed meanwhile; nothing was written. Read and decide again. */
export interface CommitResult {
  outcome: "committed" | "stale";
}

/** Memories of which not all can be true. */
export interface Conflict {
  group: string;
  /** Those of the realm that are still in it, oldest first. */
  memories: Memory[];
}

/** At most so many versions of a memory are followed. */
export const HISTORY_LIMIT = 1_000;

export interface MemoryFilter {
  type?: MemoryType;
  lifetime?: Lifetime;
  project?: string;
  tags?: readonly string[];
  includeHistory: boolean;
  now: number;
}

export interface Page<Item> {
  items: Item[];
  /** Opaque; null at the end. */
  next: string | null;
}

/** A capture of one window: all of it or nothing. */
export interface CaptureCommit extends MemoryCommit {
  sessionId: string;
  /** Turns that were read; they are marked captured. Turns already captured, or gone, make the commit a no-op. */
  turnIds: readonly string[];
  at: number;
  /** Rules did what a model should do once it is there: the turns stay on the list of those to be improved. Default false. */
  improvable?: boolean;
  /** The turns are on that list: they were captured before. One that is not, or no longer, makes the commit a no-op. Default false. */
  improves?: boolean;
}

/** "repeated": another worker was first, or turns are gone; nothing was written. "stale" as in {@link CommitResult}, when the turns are still open. */
export type CaptureResult = CommitResult | { outcome: "repeated" };
