import { CortexError } from "@memory-cortex/models";
import type { Clock, IdSource, Realm } from "@memory-cortex/models";
import type { NewTurn, SessionHeader, Store, TurnInsert } from "@memory-cortex/store";
import { analyse, countWords, encodeSignals, textSignals } from "@memory-cortex/text";

import { align, alignmentRequest } from "../align/index.ts";
import type { Alignment, IncomingTurn } from "../align/index.ts";
import type { CleanMessage } from "../clean/clean-messages.ts";
import { incomingTurns } from "./incoming-turns.ts";

export interface AppendServices {
  store: Store;
  clock: Clock;
  ids: IdSource;
}

export interface AppendNewTurns {
  realm: Realm;
  session: SessionHeader;
  messages: readonly CleanMessage[];
}

/** Another writer may be first this many times; each time one of the competitors gets through. */
export const MAX_ATTEMPTS = 50;

/**
 * Steps 3 and 4 of the path: aligns the messages with the stored session and appends the new ones in one transaction. When the session
 * changed in between, both are done anew. Throws `revision_conflict` after {@link MAX_ATTEMPTS}.
 */
export async function appendNewTurns({ store, clock, ids }: AppendServices, { realm, session, messages }: AppendNewTurns): Promise<Alignment> {
  const incoming = incomingTurns(messages);
  const arrivedAt = clock.now();
  const turns = new Map<number, NewTurn>();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const view = await store.readAlignment(realm, alignmentRequest(session.sessionId, incoming));
    const alignment = align(view, incoming);
    if (alignment.inserts.length === 0) return alignment;
    const inserts = alignment.inserts.map(({ at, indexes }): TurnInsert => ({ at, turns: indexes.map(turnAt) }));
    const { outcome } = await store.appendTurns(realm, { session, revision: view.revision, inserts });
    if (outcome === "appended") return alignment;
  }
  throw new CortexError("revision_conflict");

  function turnAt(index: number): NewTurn {
    const known = turns.get(index);
    if (known) return known;
    const turn = newTurn(messages[index]!, incoming[index]!, { id: ids.next(), arrivedAt });
    turns.set(index, turn);
    return turn;
  }
}

function newTurn(message: CleanMessage, { contentHash }: IncomingTurn, { id, arrivedAt }: { id: string; arrivedAt: number }): NewTurn {
  const { role, speaker, text, externalId, saidAt } = message;
  return {
    id, role, speaker, text, externalId, contentHash,
    observedAt: saidAt ?? arrivedAt,
    timed: saidAt !== null,
    terms: analyse(text),
    words: countWords(text),
    signals: encodeSignals(textSignals(text)),
    createdAt: arrivedAt,
  };
}
