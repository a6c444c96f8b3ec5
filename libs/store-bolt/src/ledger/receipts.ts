import { RECEIPT_LIFETIME_MS } from "@memory-cortex/store";
import type { Receipt } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { getReceiptQuery } from "../queries/get-receipt.ts";
import { clearReceiptsQuery, saveReceiptsQuery } from "../queries/save-receipts.ts";
import { keyOf } from "../records/keys.ts";

/** Nodes that one call clears away: more than calls add, and few enough to cost a few milliseconds. */
export const CLEARED_AT_ONCE = 200;

export async function saveReceipts({ realm, now, transaction }: BoltCall, receipts: readonly Receipt[]): Promise<void> {
  const rows = receipts.map((receipt) => ({ ...receipt, user: realm.userId, key: keyOf(realm.userId, receipt.id) }));
  await Promise.all([
    transaction.run(clearReceiptsQuery, { before: now - RECEIPT_LIFETIME_MS, limit: Math.max(CLEARED_AT_ONCE, rows.length) }),
    transaction.run(saveReceiptsQuery, { rows }),
  ]);
}

export async function getReceipt({ realm, transaction }: BoltCall, id: string): Promise<Receipt | null> {
  const [receipt] = await transaction.run<Receipt>(getReceiptQuery, { key: keyOf(realm.userId, id) });
  return receipt ?? null;
}
