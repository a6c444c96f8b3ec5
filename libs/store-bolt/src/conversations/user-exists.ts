import type { BoltCall } from "../connection/bolt-call.ts";
import { readCountersQuery } from "../queries/read-counters.ts";

export async function userExists({ transaction }: BoltCall): Promise<boolean> {
  return (await transaction.run(readCountersQuery)).length > 0;
}
