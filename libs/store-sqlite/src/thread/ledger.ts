import type { IdempotencyRecord, Receipt } from "@memory-cortex/store";

import type { Call } from "./call.ts";

export function saveReceipts({ database }: Call, receipts: readonly Receipt[]): void {
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

/** The first answer to a key stands until it expires; expired ones are cleared on the way. */
export function saveIdempotent({ database, now }: Call, record: IdempotencyRecord): void {
  database.run("DELETE FROM idempotency WHERE expires_at <= @now", { now });
  database.run(
    "INSERT OR IGNORE INTO idempotency (key, body_hash, status, response, expires_at) VALUES (@key, @bodyHash, @status, @response, @expiresAt)",
    { ...record },
  );
}
