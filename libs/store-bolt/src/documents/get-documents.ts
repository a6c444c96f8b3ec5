import type { Document } from "@memory-cortex/models";

import type { BoltCall } from "../connection/bolt-call.ts";
import { getDocumentsQuery } from "../queries/get-documents.ts";
import { toMemory } from "../records/memory-record.ts";
import type { MemoryRow } from "../records/memory-record.ts";
import type { TurnRecord } from "../records/turn-record.ts";
import { documentKey } from "./write-documents.ts";

interface Row {
  turn: TurnRecord | null;
  memory: MemoryRow | null;
  outdatedBy: string | null;
}

function toDocument({ turn, memory, outdatedBy }: Row): Document {
  if (turn === null) return toMemory(memory!);
  return outdatedBy === null ? turn : { ...turn, outdatedBy };
}

/** In the order of the ids; ids that the realm does not hold are left out. */
export async function getDocuments({ realm, transaction }: BoltCall, ids: readonly string[]): Promise<Document[]> {
  if (ids.length === 0) return [];
  const rows = await transaction.run<Row>(getDocumentsQuery, { keys: [...new Set(ids)].map((id) => documentKey(realm.userId, id)) });
  const found = new Map(rows.map((row) => [(row.turn ?? row.memory)!.id, toDocument(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
