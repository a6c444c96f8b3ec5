import type { Turn } from "@memory-cortex/models";
import type { OpenTurnsRequest } from "@memory-cortex/store";

import type { BoltCall } from "../connection/bolt-call.ts";
import { improvableTurnsQuery, openTurnsQuery } from "../queries/open-turns.ts";
import { ownSessionKey } from "./session-node.ts";

interface OpenTurns {
  open: Turn[];
  context: Turn[];
}

export async function openTurns({ realm, transaction }: BoltCall, { sessionId, limit, context, improvable }: OpenTurnsRequest): Promise<OpenTurns> {
  const query = improvable === true ? improvableTurnsQuery : openTurnsQuery;
  const [row] = await transaction.run<OpenTurns>(query, { session: ownSessionKey(realm, sessionId), limit, context });
  return row === undefined ? { open: [], context: [] } : { open: row.open, context: row.context.reverse() };
}
