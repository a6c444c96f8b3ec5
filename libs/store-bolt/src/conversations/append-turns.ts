import { CortexError, writeNamespace } from "@memory-cortex/models";
import type { Realm } from "@memory-cortex/models";
import { sessionKeyOf, turnTombstone } from "@memory-cortex/store";
import type { AppendRequest, AppendResult, NewTurn, TurnInsert } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { documentKey, writeDocuments } from "../documents/write-documents.ts";
import type { NewDocument } from "../documents/write-documents.ts";
import { appendStateQuery } from "../queries/append-state.ts";
import { makeRoomQuery } from "../queries/make-room.ts";
import { writeSessionQuery } from "../queries/write-session.ts";
import { keyOf } from "../records/keys.ts";
import { ownSessionKey } from "./session-node.ts";

interface State {
  revision: number | null;
  length: number | null;
  known: string[];
  forgotten: string[];
}

interface PlacedTurn {
  turn: NewTurn;
  position: number;
}

function checkPlaces(inserts: readonly TurnInsert[], length: number): void {
  const ordered = inserts.every((insert, index) => insert.at >= (inserts[index - 1]?.at ?? 0));
  if (!ordered || inserts.some((insert) => insert.at > length)) {
    throw new CortexError("invalid_fields", { detail: "Inserts must be ordered by place, inside the session." });
  }
}

/** A turn whose id is stored already is left out: the same write twice is one write. So is what was forgotten in this session. */
function without(inserts: readonly TurnInsert[], ids: readonly string[]): TurnInsert[] {
  const left = new Set(ids);
  return inserts.map(({ at, turns }) => ({ at, turns: turns.filter(({ id }) => !left.has(id)) })).filter(({ turns }) => turns.length > 0);
}

function place(inserts: readonly TurnInsert[]): PlacedTurn[] {
  const turns = inserts.flatMap(({ at, turns: inserted }) => inserted.map((turn) => ({ at, turn })));
  return turns.map(({ at, turn }, index) => ({ turn, position: at + index }));
}

/** By how much the stored turns from one place to before another move. */
function gapsOf(inserts: readonly TurnInsert[], length: number): { from: number; to: number; by: number }[] {
  let by = 0;
  const gaps = inserts.map(({ at, turns }, index) => ({ from: at, to: inserts[index + 1]?.at ?? length, by: (by += turns.length) }));
  return gaps.filter(({ from, to }) => to > from);
}

function toDocument({ turn, position }: PlacedTurn, { namespace, session, sessionId }: { namespace: string; session: string; sessionId: string }): NewDocument {
  const { id, terms, words, signals, observedAt, createdAt, ...said } = turn;
  const fields = { ...said, session, sessionId, position, saidAt: turn.timed ? observedAt : null };
  return { id, namespace, sessionKey: sessionKeyOf(namespace, sessionId), terms, words, signals, observedAt, createdAt, fields };
}

/** By the key of the tombstone that they would have, the ids of the turns. */
function gravesOf(realm: Realm, { session, inserts }: AppendRequest): Map<string, string[]> {
  const graves = new Map<string, string[]>();
  for (const { id, contentHash } of inserts.flatMap(({ turns }) => turns)) {
    const grave = keyOf(realm.userId, writeNamespace(realm), turnTombstone(session.sessionId, contentHash));
    graves.set(grave, [...(graves.get(grave) ?? []), id]);
  }
  return graves;
}

/** Two round trips, however many turns. */
export async function appendTurns(call: BoltCall, request: AppendRequest): Promise<AppendResult> {
  const { realm, transaction } = call;
  const { sessionId } = request.session;
  const session = ownSessionKey(realm, sessionId);
  const keys = request.inserts.flatMap(({ turns }) => turns.map(({ id }) => documentKey(realm.userId, id)));
  const graves = gravesOf(realm, request);
  const [state] = await transaction.run<State>(appendStateQuery, { session, keys, graves: [...graves.keys()] });
  const [revision, length] = [state?.revision ?? 0, state?.length ?? 0];
  const known = state?.known ?? [];
  const forgotten = (state?.forgotten ?? []).flatMap((grave) => graves.get(grave) ?? []).filter((id) => !known.includes(id));
  const left = forgotten.length === 0 ? {} : { forgotten };
  const inserts = without(request.inserts, [...known, ...forgotten]);
  if (revision !== request.revision) return { outcome: "stale" };
  if (inserts.length === 0) return { outcome: "appended", revision, length, ...left };
  checkPlaces(inserts, length);
  const placed = place(inserts);
  const times = placed.map(({ turn }) => turn.observedAt).sort((a, b) => a - b);
  const bytes = placed.reduce((sum, { turn }) => sum + Buffer.byteLength(turn.text), 0);
  const documents = placed.map((each) => toDocument(each, { namespace: writeNamespace(realm), session, sessionId }));
  const [, written] = await Promise.all([
    transaction.run(makeRoomQuery, { session, gaps: gapsOf(inserts, length) }),
    transaction.run<{ revision: number; length: number }>(writeSessionQuery, { ...request.session, session, count: placed.length, bytes, firstAt: times[0], lastAt: times.at(-1) }),
    writeDocuments(call, { kind: "turn", documents }),
  ]);
  return { outcome: "appended", revision: written[0]?.revision ?? revision + 1, length: length + placed.length, ...left };
}
