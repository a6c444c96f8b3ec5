import type { Revisions } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { readRevisionsQuery } from "../queries/read-revisions.ts";

export async function revisions({ transaction }: BoltCall): Promise<Revisions> {
  const [row] = await transaction.run<Revisions>(readRevisionsQuery);
  return row ?? { knowledge: 0, content: 0, erasures: 0 };
}
