import type { UserStats } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { graphStatsQuery, memoryStatsQuery, sessionStatsQuery } from "../queries/stats.ts";

interface Times {
  oldestAt: number | null;
  newestAt: number | null;
}

interface SessionStats extends Times, Pick<UserStats, "sessions" | "turns" | "openTurns" | "improvableTurns"> {
  bytes: number;
}

/** Memories that are alike in what they are counted by. */
interface MemoryStats extends Times {
  active: boolean;
  type: string;
  lifetime: string;
  topic: string | null;
  memories: number;
  bytes: number;
  /** Groups in which one of them is in an open conflict. */
  conflicts: string[];
}

const total = (rows: readonly MemoryStats[]): number => rows.reduce((sum, { memories }) => sum + memories, 0);

function countBy(rows: readonly MemoryStats[], field: "type" | "lifetime"): Record<string, number> {
  const groups = Map.groupBy(rows, (row) => row[field]);
  return Object.fromEntries([...groups].map(([name, group]) => [name, total(group)]));
}

function timesOf(rows: readonly Times[]): Times {
  const oldest = rows.flatMap(({ oldestAt }) => oldestAt ?? []);
  const newest = rows.flatMap(({ newestAt }) => newestAt ?? []);
  return { oldestAt: oldest.length === 0 ? null : Math.min(...oldest), newestAt: newest.length === 0 ? null : Math.max(...newest) };
}

/** Counters of sessions, and counts over the user's memories; for pages that people look at. `storageBytes` counts texts: a server does not tell what a user takes. */
export async function stats({ transaction }: BoltCall): Promise<UserStats> {
  const [sessionRows, memories, graphRows] = await Promise.all([
    transaction.run<SessionStats>(sessionStatsQuery),
    transaction.run<MemoryStats>(memoryStatsQuery),
    transaction.run<Pick<UserStats, "entities" | "relations">>(graphStatsQuery),
  ]);
  const { bytes, oldestAt, newestAt, ...sessions } = sessionRows[0]!;
  const active = memories.filter((row) => row.active);
  return {
    ...sessions,
    memories: total(memories),
    activeMemories: total(active),
    topics: new Set(active.flatMap(({ topic }) => topic ?? [])).size,
    byType: countBy(active, "type"),
    byLifetime: countBy(active, "lifetime"),
    ...timesOf([{ oldestAt, newestAt }, ...memories]),
    ...graphRows[0]!,
    openConflicts: new Set(memories.flatMap(({ conflicts }) => conflicts)).size,
    storageBytes: memories.reduce((sum, row) => sum + row.bytes, bytes),
  };
}
