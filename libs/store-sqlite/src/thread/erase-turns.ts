import { turnTombstone } from "@memory-cortex/store";
import type { TurnErasure, TurnErasureRequest } from "@memory-cortex/store";

import type { Call } from "./call.ts";
import { moveWindow } from "./commit-capture.ts";
import { forgetDocument } from "./graph-writes.ts";
import { forgetQuotes } from "./memories.ts";
import { realmCondition } from "./realm-sql.ts";
import { countErasure } from "./revisions.ts";
import { vectorTable } from "./schema.ts";
import { eraseFromBlocks } from "./term-blocks.ts";
import type { UserDatabase } from "./user-database.ts";

interface ErasedTurn {
  rid: number;
  id: string;
  namespace: string;
  session: number;
  sessionId: string;
  contentHash: string;
  terms: string;
}

const NAMED = "SELECT value FROM json_each(@ids)";

function turnsOf({ database, realm }: Call, ids: readonly string[]): ErasedTurn[] {
  const allowed = realmCondition(realm);
  return database.all<ErasedTurn>(
    `SELECT d.rid, d.id, d.namespace, d.session, d.session_id AS sessionId, d.content_hash AS contentHash, d.terms
     FROM document d WHERE d.id IN (${NAMED}) AND d.kind = 'turn' AND ${allowed.sql} ORDER BY d.observed_at`,
    { ...allowed.parameters, ids: JSON.stringify(ids) },
  );
}

/** The first and the last go at the end: a trigger that looks for those of the namespace anew then does so once or twice instead of each time. */
function fromTheMiddle<Item>(items: readonly Item[]): Item[] {
  const middle = items.length / 2;
  return items.map((item, place) => ({ item, way: Math.abs(place + 0.5 - middle) })).sort((a, b) => a.way - b.way).map(({ item }) => item);
}

/** Memories rest on what is left; the ids of those that are left nothing. */
function leaveMemories(database: UserDatabase, turnIds: readonly string[]): string[] {
  const ids = JSON.stringify(turnIds);
  const resting = database.column<number>(`SELECT DISTINCT memory FROM provenance WHERE turn_id IN (${NAMED})`, { ids });
  database.run(`DELETE FROM provenance WHERE turn_id IN (${NAMED})`, { ids });
  return database.column<string>(`SELECT id FROM document d WHERE d.rid IN (${NAMED}) AND NOT EXISTS (SELECT 1 FROM provenance p WHERE p.memory = d.rid)`, { ids: JSON.stringify(resting) });
}

function erase(database: UserDatabase, { rid, namespace, sessionId, contentHash }: ErasedTurn, { at, spaces }: { at: number; spaces: readonly number[] }): void {
  database.run("INSERT OR REPLACE INTO tombstone VALUES (@namespace, @hash, @at)", { namespace, hash: turnTombstone(sessionId, contentHash), at });
  for (const space of spaces) database.run(`DELETE FROM ${vectorTable(space)} WHERE rid = @rid`, { rid });
  forgetDocument(database, rid);
  database.run("DELETE FROM document WHERE rid = @rid", { rid });
}

/** What is left of a session stands without gaps; one without turns goes. */
function closeUp(call: Call, session: number): void {
  const { database } = call;
  moveWindow(call, session);
  database.run(
    `UPDATE document SET position = moved.place FROM
       (SELECT rid, row_number() OVER (ORDER BY position) - 1 AS place FROM document WHERE session = @session) moved
     WHERE document.rid = moved.rid AND document.position <> moved.place`,
    { session },
  );
  database.run("UPDATE session SET revision = revision + 1, turns = (SELECT count(*) FROM document WHERE session = @session) WHERE id = @session", { session });
  database.run("DELETE FROM session WHERE id = @session AND turns = 0", { session });
}

/** Triggers keep the counts of namespaces and windows; secure_delete overwrites what SQLite frees. */
export function eraseTurns(call: Call, { ids, at }: TurnErasureRequest): TurnErasure {
  const { database } = call;
  const turns = turnsOf(call, ids);
  if (turns.length === 0) return { erased: 0, orphans: [] };
  const orphans = leaveMemories(database, turns.map(({ id }) => id));
  const spaces = database.column<number>("SELECT id FROM space");
  eraseFromBlocks(database, turns);
  for (const turn of fromTheMiddle(turns)) erase(database, turn, { at, spaces });
  for (const session of new Set(turns.map((turn) => turn.session))) closeUp(call, session);
  forgetQuotes(call);
  countErasure(call);
  return { erased: turns.length, orphans };
}
