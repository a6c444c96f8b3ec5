import { allowsNamespace } from "@memory-cortex/models";

import type { TurnErasure, TurnErasureRequest } from "../conversations.ts";
import { forgetTurn } from "../rules/turn-writes.ts";
import { sessionKeyOf } from "../session-key.ts";
import { turnTombstone } from "../turn-tombstone.ts";
import type { Scope, StoredTurn } from "./user-state.ts";

function erase(scope: Scope, turn: StoredTurn, at: number): void {
  const { user } = scope;
  const { session, namespace } = turn;
  forgetTurn(scope, turn.id);
  for (const { vectors } of user.spaces) vectors.delete(turn.id);
  user.tombstones.set(sessionKeyOf(namespace, turnTombstone(session.header.sessionId, turn.turn.contentHash)), at);
  session.turns.splice(session.turns.indexOf(turn), 1);
}

/** Memories rest on what is left; those that are left nothing. */
function leaveMemories({ user }: Scope, gone: ReadonlySet<string>): string[] {
  return [...user.documents.values()].flatMap((document) => {
    if (document.kind === "turn" || !document.memory.provenance.some((id) => gone.has(id))) return [];
    document.memory.provenance = document.memory.provenance.filter((id) => !gone.has(id));
    return document.memory.provenance.length === 0 ? [document.id] : [];
  });
}

export function eraseTurns(scope: Scope, { ids, at }: TurnErasureRequest): TurnErasure {
  const { user, realm } = scope;
  const stored = [...new Set(ids)].flatMap((id) => user.documents.get(id) ?? []);
  const turns = stored.filter((document) => document.kind === "turn" && allowsNamespace(realm, document.namespace)) as StoredTurn[];
  const sessions = new Set(turns.map(({ session }) => session));
  for (const turn of turns) erase(scope, turn, at);
  for (const session of sessions) session.revision += 1;
  user.sessions = user.sessions.filter((session) => !sessions.has(session) || session.turns.length > 0);
  const orphans = leaveMemories(scope, new Set(turns.map(({ id }) => id)));
  if (turns.length > 0) user.revisions.erasures += 1;
  return { erased: turns.length, orphans };
}
