import type { NewNote, Note } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { clearNotesQuery, dropNoteQuery, getNoteQuery, saveNoteQuery } from "../queries/notes.ts";
import { keyOf } from "../records/keys.ts";
import { CLEARED_AT_ONCE } from "./receipts.ts";

export async function saveNote({ realm, transaction }: BoltCall, { key: name, body, expiresAt, erasures }: NewNote): Promise<boolean> {
  const [, kept] = await Promise.all([
    transaction.run(clearNotesQuery, { limit: CLEARED_AT_ONCE }),
    transaction.run(saveNoteQuery, { key: keyOf(realm.userId, name), name, body, expiresAt, erasures }),
  ]);
  return kept.length > 0;
}

export async function getNote({ realm, transaction }: BoltCall, { key, now }: { key: string; now: number }): Promise<Note | null> {
  const [note] = await transaction.run<Note>(getNoteQuery, { key: keyOf(realm.userId, key), at: now });
  return note ?? null;
}

/** Under the user's lock, so that one of several gets it. */
export async function takeNote(call: BoltCall, request: { key: string; now: number }): Promise<Note | null> {
  const note = await getNote(call, request);
  if (note !== null) await call.transaction.run(dropNoteQuery, { key: keyOf(call.realm.userId, request.key) });
  return note;
}
