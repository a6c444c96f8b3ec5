import type { Session } from "@memory-cortex/models";
import { decodeCursor, encodeCursor } from "@memory-cortex/store";
import type { Page } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { listSessionsQuery } from "../queries/list-sessions.ts";

export async function listSessions({ transaction }: BoltCall, page: { limit: number; cursor?: string }): Promise<Page<Session>> {
  const [before] = page.cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor(page.cursor, 1);
  const rows = await transaction.run<Session & { ordinal: number }>(listSessionsQuery, { before, limit: page.limit + 1 });
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ ordinal: _, ...session }) => session),
    next: rows.length > shown.length && last !== undefined ? encodeCursor(last.ordinal) : null,
  };
}
