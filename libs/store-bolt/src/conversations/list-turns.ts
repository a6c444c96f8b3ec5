import type { Turn } from "@memory-cortex/models";

import type { BoltCall } from "../connection/bolt-call.ts";
import { listTurnsQuery } from "../queries/list-turns.ts";

export async function listTurns({ transaction }: BoltCall, { sessionId, after, limit }: { sessionId: string; after: number; limit: number }): Promise<{ turns: Turn[]; more: boolean } | null> {
  const [row] = await transaction.run<{ turns: Turn[] }>(listTurnsQuery, { sessionId, after, limit: limit + 1 });
  return row === undefined ? null : { turns: row.turns.slice(0, limit), more: row.turns.length > limit };
}
