import type { Lifetime, Memory, MemoryType } from "@memory-cortex/models";

/** A memory to be written; counts and links start empty. */
export type NewMemory = Omit<
  Memory,
  "kind" | "serial" | "namespace" | "retiredAt" | "accessCount" | "lastAccessedAt" | "reinforcedCount" | "supersededBy" | "conflictGroup" | "conflictStatus"
> & { terms: readonly string[]; words: number; signals: number };

/** One decision about a candidate, applied inside a transaction. */
export type MemoryWrite =
  | { action: "create"; memory: NewMemory }
  /** Same statement again: provenance only. */
  | { action: "addProvenance"; memoryId: string; turnIds: readonly string[] }
  /** Near and entailed: confidence + .05 (at most 1), reinforced count + 1. Naming only turns that it already rests on changes nothing. */
  | { action: "reinforce"; memoryId: string; turnIds: readonly string[] }
  /** A new version; the old one ends at `at` (valid to, and retired). */
  | { action: "supersede"; memoryId: string; memory: NewMemory; at: number };

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
export interface CaptureCommit {
  sessionId: string;
  /** Turns that were read; they are marked captured. Turns already captured, or gone, make the commit a no-op. */
  turnIds: readonly string[];
  writes: readonly MemoryWrite[];
  at: number;
}

/** "repeated": another worker was first, or turns are gone; nothing was written. */
export type CaptureResult = { outcome: "committed" | "repeated" };
