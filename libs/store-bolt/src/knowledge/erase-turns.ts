import { turnTombstone } from "@memory-cortex/store";
import type { TurnErasure, TurnErasureRequest } from "@memory-cortex/store";
import { forgetTurn } from "@memory-cortex/store/rules";

import type { BoltCall } from "../connection/bolt-call.ts";
import { eraseDocuments } from "../documents/erase-documents.ts";
import { documentKey } from "../documents/write-documents.ts";
import { forgetAnswers } from "../ledger/forget-answers.ts";
import { buryTurnsQuery } from "../queries/bury-turns.ts";
import { closeUpQuery, recountSessionsQuery } from "../queries/close-up-sessions.ts";
import { leaveMemoriesQuery } from "../queries/leave-memories.ts";
import { turnsToEraseQuery } from "../queries/turns-to-erase.ts";
import { keyOf } from "../records/keys.ts";
import { changeKnowledge } from "./change-knowledge.ts";
import { loadGraphAround } from "./load-graph-around.ts";
import { openWorkingSet } from "./working-set.ts";

interface ErasedTurn {
  id: string;
  namespace: string;
  session: string;
  sessionId: string;
  contentHash: string;
  text: string;
  /** Something of the graph hangs on it. */
  isKnown: boolean;
}

/** One after the other: a name that two of them brought goes with the second. */
async function forgetKnown(call: BoltCall, id: string): Promise<void> {
  const set = await openWorkingSet(call);
  await set.load({ documents: [id] });
  await loadGraphAround(set, id);
  await changeKnowledge(set, (scope) => forgetTurn(scope, id));
  await eraseDocuments(call, [id]);
}

/** Memories rest on what is left; the ids of those that are left nothing. */
async function leaveMemories({ realm, transaction }: BoltCall, turns: readonly ErasedTurn[]): Promise<string[]> {
  const rows = await transaction.run<{ id: string; left: number }>(leaveMemoriesQuery, { keys: turns.map(({ id }) => documentKey(realm.userId, id)) });
  return rows.filter(({ left }) => left === 0).map(({ id }) => id);
}

/** What is left of the sessions stands without gaps; those without turns go. */
async function closeUp({ transaction }: BoltCall, turns: readonly ErasedTurn[]): Promise<void> {
  const sessions = [...Map.groupBy(turns, ({ session }) => session)].map(([session, gone]) => ({ session, bytes: gone.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) }));
  await Promise.all([transaction.run(closeUpQuery, { sessions: sessions.map(({ session }) => session) }), transaction.run(recountSessionsQuery, { sessions })]);
}

export async function eraseTurns(call: BoltCall, { ids, at }: TurnErasureRequest): Promise<TurnErasure> {
  const { realm, transaction } = call;
  const keys = [...new Set(ids)].map((id) => documentKey(realm.userId, id));
  const turns = await transaction.run<ErasedTurn>(turnsToEraseQuery, { keys });
  if (turns.length === 0) return { erased: 0, orphans: [] };
  const orphans = await leaveMemories(call, turns);
  for (const { id } of turns.filter(({ isKnown }) => isKnown)) await forgetKnown(call, id);
  await eraseDocuments(call, turns.filter(({ isKnown }) => !isKnown).map(({ id }) => id));
  await closeUp(call, turns);
  await forgetAnswers(call);
  const graves = turns.map(({ namespace, sessionId, contentHash }) => ({ in: namespace, contentHash: turnTombstone(sessionId, contentHash) }));
  await transaction.run(buryTurnsQuery, { graves: graves.map((grave) => ({ ...grave, key: keyOf(realm.userId, grave.in, grave.contentHash) })), at });
  return { erased: turns.length, orphans };
}
