import { wholeUser } from "@memory-cortex/models";
import { TransferDigest } from "@memory-cortex/store";
import type { Digest, TransferStore } from "@memory-cortex/store";

import { exportUser } from "./export-user.ts";

/** Counts and content hashes of what a store holds of a user, without the record `end`. */
export async function digestUser(store: Pick<TransferStore, "exportPage">, userId: string, onRecords: (count: number) => void = () => undefined): Promise<Digest> {
  const digest = new TransferDigest();
  for await (const { records } of exportUser(store, wholeUser(userId), null)) {
    for (const record of records) if (record.kind !== "end") digest.add(record);
    onRecords(records.length);
  }
  return digest.value;
}
