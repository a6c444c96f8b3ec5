import type { CaptureCommit, CaptureResult, CommitResult, MemoryCommit, MemoryWrite } from "@memory-cortex/store";

import type { Call } from "./call.ts";
import { ownSession } from "./conversations.ts";
import { writeGraph } from "./graph-writes.ts";
import { forgottenHashes } from "./memories.ts";
import { isStale } from "./revisions.ts";
import { makeDocumentSegments } from "./document-segments.ts";
import { makeTermBlocks } from "./term-blocks.ts";
import { writeMemory } from "./write-memory.ts";

const NAMED = "SELECT value FROM json_each(@ids)";

/** Turns of the session that a commit names and that are still to be captured, or still to be improved. */
function openRids({ database }: Call, session: number, { turnIds, improves }: CaptureCommit): number[] {
  const isOpen = improves === true ? "rid IN (SELECT turn FROM improvable WHERE session = @session)" : "captured_at IS NULL";
  return database.column<number>(`SELECT rid FROM document WHERE id IN (${NAMED}) AND session = @session AND ${isOpen}`, { ids: JSON.stringify(turnIds), session });
}

/** The turns have been read, by a model or without one. */
function markRead({ database }: Call, session: number, { rids, at, improvable }: { rids: readonly number[]; at: number; improvable: boolean }): void {
  const ids = JSON.stringify(rids);
  database.run(`UPDATE document SET captured_at = @at WHERE rid IN (${NAMED}) AND captured_at IS NULL`, { ids, at });
  if (improvable) database.run(`INSERT OR IGNORE INTO improvable SELECT @session, value FROM json_each(@ids) WHERE TRUE`, { ids, session });
  else database.run(`DELETE FROM improvable WHERE session = @session AND turn IN (${NAMED})`, { ids, session });
}

/** Triggers keep the count of open turns; when the first and the last of those left arrived is looked up once. Rids grow with arrival. */
export function moveWindow(call: Call, session: number): void {
  const arrived = (order: "ASC" | "DESC"): string =>
    `(SELECT created_at FROM document INDEXED BY document_open WHERE session = @session AND kind = 'turn' AND captured_at IS NULL ORDER BY rid ${order} LIMIT 1)`;
  call.database.run(`UPDATE open_window SET first_at = ${arrived("ASC")}, last_at = ${arrived("DESC")} WHERE session = @session`, { session });
}

function withoutForgotten(call: Call, writes: readonly MemoryWrite[]): MemoryWrite[] {
  const hashes = writes.flatMap((write) => ("memory" in write ? [write.memory.contentHash] : []));
  const forgotten = new Set(forgottenHashes(call, hashes));
  return writes.filter((write) => !("memory" in write && forgotten.has(write.memory.contentHash)));
}

/** Marks the turns and applies the decisions, in the transaction of the call. */
export function commitCapture(call: Call, commit: CaptureCommit): CaptureResult {
  const session = ownSession(call, commit.sessionId);
  if (session === undefined) return { outcome: "repeated" };
  const rids = openRids(call, session.id, commit);
  if (rids.length < new Set(commit.turnIds).size) return { outcome: "repeated" };
  if (isStale(call, commit.basedOn)) return { outcome: "stale" };
  markRead(call, session.id, { rids, at: commit.at, improvable: commit.improvable === true });
  if (commit.improves !== true) moveWindow(call, session.id);
  for (const write of withoutForgotten(call, commit.writes)) {
    writeMemory(call, write);
  }
  writeGraph(call, commit);
  makeTermBlocks(call.database, 1);
  makeDocumentSegments(call.database, 1);
  return { outcome: "committed" };
}

export function commitMemories(call: Call, commit: MemoryCommit): CommitResult {
  if (isStale(call, commit.basedOn)) return { outcome: "stale" };
  for (const write of commit.writes) writeMemory(call, write);
  writeGraph(call, commit);
  return { outcome: "committed" };
}
