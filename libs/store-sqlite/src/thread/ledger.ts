import { RECEIPT_LIFETIME_MS } from "@memory-cortex/store";
import type { IdempotencyRecord, Receipt, Reservation, ReservationRequest } from "@memory-cortex/store";

import type { Call } from "./call.ts";
import { reservations } from "./reservations.ts";

/** Rows that one call clears away: more than calls add, and few enough to cost well under a millisecond. */
const CLEARED_AT_ONCE = 200;

export function saveReceipts({ database, now }: Call, receipts: readonly Receipt[]): void {
  // Rows stand in the order of their writing, so the oldest are the first ones and need no index of their own.
  database.run("DELETE FROM receipt WHERE at < @before AND rowid IN (SELECT rowid FROM receipt ORDER BY rowid LIMIT @limit)", {
    before: now - RECEIPT_LIFETIME_MS,
    limit: Math.max(CLEARED_AT_ONCE, receipts.length),
  });
  for (const receipt of receipts) {
    database.run("INSERT OR IGNORE INTO receipt (id, at, kind, body) VALUES (@id, @at, @kind, @body)", { ...receipt });
  }
}

export function getReceipt({ database }: Call, id: string): Receipt | null {
  return database.get<Receipt>("SELECT id, at, kind, body FROM receipt WHERE id = @id", { id }) ?? null;
}

export function getIdempotent({ database }: Call, request: { key: string; now: number }): IdempotencyRecord | null {
  const sql = "SELECT key, body_hash AS bodyHash, status, response, expires_at AS expiresAt FROM idempotency WHERE key = @key AND expires_at > @now";
  return database.get<IdempotencyRecord>(sql, request) ?? null;
}

export function reserveIdempotent(call: Call, request: ReservationRequest): Reservation {
  const record = getIdempotent(call, request);
  return record === null ? reserveForNobody(request, call.realm) : { outcome: "answered", record };
}

/** For a user without a file, who has no answers. */
export function reserveForNobody(request: ReservationRequest, { userId }: Pick<Call["realm"], "userId">): Reservation {
  return { outcome: reservations.take(userId, request) ? "reserved" : "in_flight" };
}

export function releaseIdempotent({ key, owner }: { key: string; owner: string }, { userId }: Pick<Call["realm"], "userId">): void {
  reservations.release(userId, { key, owner });
}

export function saveIdempotent({ database, realm, now }: Call, { owner, ...record }: IdempotencyRecord & { owner?: string }): void {
  if (owner !== undefined && !reservations.release(realm.userId, { key: record.key, owner })) return;
  // The key itself first: an expired answer under it must make room, however many others have expired.
  database.run("DELETE FROM idempotency WHERE key = @key AND expires_at <= @now", { key: record.key, now });
  database.run("DELETE FROM idempotency WHERE key IN (SELECT key FROM idempotency WHERE expires_at <= @now ORDER BY expires_at LIMIT @limit)", {
    now,
    limit: CLEARED_AT_ONCE,
  });
  database.run(
    "INSERT OR IGNORE INTO idempotency (key, body_hash, status, response, expires_at) VALUES (@key, @bodyHash, @status, @response, @expiresAt)",
    { ...record },
  );
}
