import type { CaptureCommit, CaptureResult, MemoryCommit, MemoryWrite } from "@memory-cortex/store";

import type { Call } from "./call.ts";
import { ownSession } from "./conversations.ts";
import { writeGraph } from "./graph-writes.ts";
import { forgottenHashes } from "./memories.ts";
import { makeTermBlocks } from "./term-blocks.ts";
import { writeMemory } from "./write-memory.ts";

/** Whether every turn is there and open; distinct ids are counted once. */
function allOpen(call: Call, session: number, turnIds: readonly string[]): boolean {
  const open = call.database.value<number>(
    `SELECT count(*) FROM document WHERE id IN (SELECT value FROM json_each(@ids)) AND session = @session AND captured_at IS NULL`,
    { ids: JSON.stringify(turnIds), session },
  );
  return open === new Set(turnIds).size;
}

/** Triggers keep the count of open turns; when the first and the last of those left arrived is looked up once. Rids grow with arrival. */
function moveWindow(call: Call, session: number): void {
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
  if (session === undefined || !allOpen(call, session.id, commit.turnIds)) {
    return { outcome: "repeated" };
  }
  call.database.run("UPDATE document SET captured_at = @at WHERE id IN (SELECT value FROM json_each(@ids))", {
    at: commit.at,
    ids: JSON.stringify(commit.turnIds),
  });
  moveWindow(call, session.id);
  for (const write of withoutForgotten(call, commit.writes)) {
    writeMemory(call, write);
  }
  writeGraph(call, commit);
  makeTermBlocks(call.database, 1);
  return { outcome: "committed" };
}

export function commitMemories(call: Call, commit: MemoryCommit): void {
  for (const write of commit.writes) writeMemory(call, write);
  writeGraph(call, commit);
}
