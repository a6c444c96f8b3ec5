import { QUOTING_KEY_PREFIX } from "../idempotency.ts";
import type { IdempotencyRecord, Reservation, ReservationRequest } from "../idempotency.ts";
import type { NewNote, Note } from "../notes.ts";
import { RECEIPT_LIFETIME_MS } from "../store.ts";
import type { Receipt } from "../store.ts";
import type { Scope } from "./user-state.ts";

/** Requests at work, by user and key; not part of a user, who may not exist yet. */
export type Reservations = Map<string, { owner: string; until: number }>;

const placeOf = ({ realm }: Scope, key: string): string => JSON.stringify([realm.userId, key]);

export function saveReceipts({ user, now }: Scope, receipts: readonly Receipt[]): void {
  for (const { id, at } of [...user.receipts.values()]) if (at < now - RECEIPT_LIFETIME_MS) user.receipts.delete(id);
  for (const receipt of receipts) if (!user.receipts.has(receipt.id)) user.receipts.set(receipt.id, { ...receipt });
}

export function getIdempotent({ user }: Scope, { key, now }: { key: string; now: number }): IdempotencyRecord | null {
  const record = user.idempotent.get(key);
  return record !== undefined && record.expiresAt > now ? record : null;
}

export function reserveIdempotent(scope: Scope, reservations: Reservations, { key, owner, now, until }: ReservationRequest): Reservation {
  for (const [place, { until: end }] of [...reservations]) if (end <= now) reservations.delete(place);
  const record = getIdempotent(scope, { key, now });
  if (record !== null) return { outcome: "answered", record };
  const held = reservations.get(placeOf(scope, key));
  if (held !== undefined && held.owner !== owner) return { outcome: "in_flight" };
  reservations.set(placeOf(scope, key), { owner, until });
  return { outcome: "reserved" };
}

/** Whether the key was this owner's until now. */
export function releaseIdempotent(scope: Scope, reservations: Reservations, { key, owner }: { key: string; owner: string }): boolean {
  const place = placeOf(scope, key);
  return reservations.get(place)?.owner === owner && reservations.delete(place);
}

export function saveIdempotent(scope: Scope, reservations: Reservations, { owner, ...record }: IdempotencyRecord & { owner?: string }): void {
  const { user, now } = scope;
  if (owner !== undefined && !releaseIdempotent(scope, reservations, { key: record.key, owner })) return;
  for (const { key, expiresAt } of [...user.idempotent.values()]) if (expiresAt <= now) user.idempotent.delete(key);
  if (!user.idempotent.has(record.key)) user.idempotent.set(record.key, record);
}

/** What may quote a memory that is erased: answers, those that are being made, and notes. */
export function forgetQuotes(scope: Scope, reservations: Reservations): void {
  const { idempotent, notes } = scope.user;
  for (const key of [...idempotent.keys()]) if (key.startsWith(QUOTING_KEY_PREFIX)) idempotent.delete(key);
  for (const place of [...reservations.keys()]) {
    const [userId, key] = JSON.parse(place) as [string, string];
    if (userId === scope.realm.userId && key.startsWith(QUOTING_KEY_PREFIX)) reservations.delete(place);
  }
  notes.clear();
}

/** The user exists. */
export function saveNote({ user, now }: Scope, { erasures, ...note }: NewNote): boolean {
  if (erasures !== undefined && erasures !== user.revisions.erasures) return false;
  for (const { key, expiresAt } of [...user.notes.values()]) if (expiresAt <= now) user.notes.delete(key);
  user.notes.set(note.key, note);
  return true;
}

export function getNote({ user }: Scope, { key, now }: { key: string; now: number }): Note | null {
  const note = user.notes.get(key);
  return note !== undefined && note.expiresAt > now ? note : null;
}

export function takeNote(scope: Scope, request: { key: string; now: number }): Note | null {
  const note = getNote(scope, request);
  if (note !== null) scope.user.notes.delete(request.key);
  return note;
}
