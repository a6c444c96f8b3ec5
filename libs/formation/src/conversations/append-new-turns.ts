import { CortexError } from "@memory-cortex/models";
import type { Clock, IdSource, Realm } from "@memory-cortex/models";
import type { NewTurn, SessionHeader, Store, TurnInsert } from "@memory-cortex/store";

import { align, alignmentRequest } from "../align/index.ts";
import type { Alignment, IncomingTurn } from "../align/index.ts";
import type { CleanMessage } from "../clean/clean-messages.ts";
import { describeText } from "../describe-text.ts";
import type { TextDescription } from "../describe-text.ts";
import { incomingTurns } from "./incoming-turns.ts";

export interface AppendServices {
  store: Store;
  clock: Clock;
  ids: IdSource;
  /** In this thread unless something else describes. */
  describe?: (texts: readonly string[]) => Promise<TextDescription[]>;
}

const describeHere = async (texts: readonly string[]): Promise<TextDescription[]> => texts.map(describeText);

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
export async function appendNewTurns({ store, clock, ids, describe = describeHere }: AppendServices, { realm, session, messages }: AppendNewTurns): Promise<Alignment> {
  const incoming = incomingTurns(messages);
  const arrivedAt = clock.now();
  const turns = new Map<number, NewTurn>();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const view = await store.readAlignment(realm, alignmentRequest(session.sessionId, incoming));
    const alignment = align(view, incoming);
    if (alignment.inserts.length === 0) return alignment;
    await makeTurns(alignment.inserts.flatMap(({ indexes }) => indexes));
    const inserts = alignment.inserts.map(({ at, indexes }): TurnInsert => ({ at, turns: indexes.map((index) => turns.get(index)!) }));
    const { outcome } = await store.appendTurns(realm, { session, revision: view.revision, inserts });
    if (outcome === "appended") return alignment;
  }
  throw new CortexError("revision_conflict");

  /** What an earlier attempt has made is kept: a second one adds what became new meanwhile. */
  async function makeTurns(indexes: readonly number[]): Promise<void> {
    const missing = indexes.filter((index) => !turns.has(index));
    const descriptions = await describe(missing.map((index) => messages[index]!.text));
    for (const [at, index] of missing.entries()) {
      turns.set(index, { ...newTurn(messages[index]!, incoming[index]!, { id: ids.next(), arrivedAt }), ...descriptions[at]! });
    }
  }
}

function newTurn(message: CleanMessage, { contentHash }: IncomingTurn, { id, arrivedAt }: { id: string; arrivedAt: number }): Omit<NewTurn, keyof TextDescription> {
  const { role, speaker, text, externalId, saidAt } = message;
  return { id, role, speaker, text, externalId, contentHash, observedAt: saidAt ?? arrivedAt, timed: saidAt !== null, createdAt: arrivedAt };
}
