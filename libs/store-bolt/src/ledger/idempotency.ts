import type { IdempotencyRecord, Reservation, ReservationRequest } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { clearIdempotentQuery, getIdempotentQuery, saveIdempotentQuery } from "../queries/idempotent.ts";
import { clearReservationsQuery, releaseQuery, reserveQuery } from "../queries/reservations.ts";
import { keyOf } from "../records/keys.ts";
import { CLEARED_AT_ONCE } from "./receipts.ts";

export async function getIdempotent({ realm, transaction }: BoltCall, { key, now }: { key: string; now: number }): Promise<IdempotencyRecord | null> {
  const [record] = await transaction.run<IdempotencyRecord>(getIdempotentQuery, { key: keyOf(realm.userId, key), at: now });
  return record ?? null;
}

/** The reservation is taken before the answer is looked for: whoever waited for it sees the answer that was saved meanwhile. */
export async function reserveIdempotent(call: BoltCall, { key, owner, now, until }: ReservationRequest): Promise<Reservation> {
  const { realm, transaction } = call;
  const node = keyOf(realm.userId, key);
  await transaction.run(clearReservationsQuery, { key: node, at: now, limit: CLEARED_AT_ONCE });
  const [taken] = await transaction.run<{ mine: boolean }>(reserveQuery, { key: node, name: key, owner, until, at: now });
  const record = await getIdempotent(call, { key, now });
  if (record === null) return { outcome: taken?.mine === true ? "reserved" : "in_flight" };
  if (taken?.mine === true) await transaction.run(releaseQuery, { key: node, owner });
  return { outcome: "answered", record };
}

export async function releaseIdempotent({ realm, transaction }: BoltCall, { key, owner }: { key: string; owner: string }): Promise<void> {
  await transaction.run(releaseQuery, { key: keyOf(realm.userId, key), owner });
}

export async function saveIdempotent({ realm, transaction }: BoltCall, { owner, key: name, ...record }: IdempotencyRecord & { owner?: string }): Promise<void> {
  const key = keyOf(realm.userId, name);
  if (owner !== undefined) {
    const [released] = await transaction.run<{ released: number }>(releaseQuery, { key, owner });
    if (released?.released !== 1) return;
  }
  await Promise.all([transaction.run(clearIdempotentQuery, { key, limit: CLEARED_AT_ONCE }), transaction.run(saveIdempotentQuery, { ...record, key, name })]);
}
