import type { NewNote, Note } from "@memory-cortex/store";

import type { Call } from "./call.ts";
import { revisions } from "./revisions.ts";

/** Rows that one call clears away: more than calls add, and few enough to cost well under a millisecond. */
const CLEARED_AT_ONCE = 200;

export function saveNote(call: Call, { erasures, ...note }: NewNote): boolean {
  const { database, now } = call;
  if (erasures !== undefined && revisions(call).erasures !== erasures) return false;
  database.run("DELETE FROM note WHERE key IN (SELECT key FROM note WHERE expires_at <= @now ORDER BY expires_at LIMIT @limit)", { now, limit: CLEARED_AT_ONCE });
  database.run("INSERT OR REPLACE INTO note (key, body, expires_at) VALUES (@key, @body, @expiresAt)", { ...note });
  return true;
}

export function getNote({ database }: Call, request: { key: string; now: number }): Note | null {
  return database.get<Note>("SELECT key, body, expires_at AS expiresAt FROM note WHERE key = @key AND expires_at > @now", request) ?? null;
}

export function takeNote(call: Call, request: { key: string; now: number }): Note | null {
  const note = getNote(call, request);
  if (note !== null) call.database.run("DELETE FROM note WHERE key = @key", { key: request.key });
  return note;
}
