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
  /** What is known of the turn that a message was elsewhere. */
  stampOf?: (message: CleanMessage) => TurnStamp;
  /** Which stored turns the messages are is not asked: all are new. Default false. */
  isAllNew?: boolean;
}

/** What a turn keeps that was one before. */
export interface TurnStamp {
  id?: string | undefined;
  createdAt?: number | undefined;
  /** When it was said, as far as nobody gave a time. */
  observedAt?: number | undefined;
}

interface Stamp {
  id: string;
  createdAt: number;
  observedAt: number;
}

/** Indexes are places among the messages. */
export interface AppendedTurns extends Alignment {
  /** Ids of what was appended. */
  turnIds: ReadonlyMap<number, string>;
  /** Of the inserts those that were left out, because they were forgotten in this session. */
  forgotten: readonly number[];
}

/** Another writer may be first this many times; each time one of the competitors gets through. */
export const MAX_ATTEMPTS = 50;

/**
 * Steps 3 and 4 of the path: aligns the messages with the stored session and appends the new ones in one transaction. When the session
 * changed in between, both are done anew. Throws `revision_conflict` after {@link MAX_ATTEMPTS}.
 */
export async function appendNewTurns({ store, clock, ids, describe = describeHere }: AppendServices, request: AppendNewTurns): Promise<AppendedTurns> {
  const { realm, session, messages, stampOf = (): TurnStamp => ({}), isAllNew = false } = request;
  const incoming = incomingTurns(messages);
  const arrivedAt = clock.now();
  const turns = new Map<number, NewTurn>();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const view = await store.readAlignment(realm, alignmentRequest(session.sessionId, incoming));
    const alignment = align(isAllNew ? { ...view, matches: [] } : view, incoming);
    if (alignment.inserts.length === 0) return { ...alignment, turnIds: new Map(), forgotten: [] };
    await makeTurns(alignment.inserts.flatMap(({ indexes }) => indexes));
    const inserts = alignment.inserts.map(({ at, indexes }): TurnInsert => ({ at, turns: indexes.map((index) => turns.get(index)!) }));
    const result = await store.appendTurns(realm, { session, revision: view.revision, inserts });
    if (result.outcome === "appended") return appended(alignment, new Set(result.forgotten));
  }
  throw new CortexError("revision_conflict");

  function appended(alignment: Alignment, forgotten: ReadonlySet<string>): AppendedTurns {
    const inserted = alignment.inserts.flatMap(({ indexes }) => indexes).map((index) => ({ index, id: turns.get(index)!.id }));
    const [left, kept] = [inserted.filter(({ id }) => forgotten.has(id)), inserted.filter(({ id }) => !forgotten.has(id))];
    return { ...alignment, turnIds: new Map(kept.map(({ index, id }) => [index, id])), forgotten: left.map(({ index }) => index) };
  }

  /** What an earlier attempt has made is kept: a second one adds what became new meanwhile. */
  async function makeTurns(indexes: readonly number[]): Promise<void> {
    const missing = indexes.filter((index) => !turns.has(index));
    const descriptions = await describe(missing.map((index) => messages[index]!.text));
    for (const [at, index] of missing.entries()) {
      turns.set(index, { ...newTurn(messages[index]!, incoming[index]!, stampFor(messages[index]!)), ...descriptions[at]! });
    }
  }

  function stampFor(message: CleanMessage): Stamp {
    const { id, createdAt = arrivedAt, observedAt = arrivedAt } = stampOf(message);
    return { id: id ?? ids.next(), createdAt, observedAt };
  }
}

function newTurn(message: CleanMessage, { contentHash }: IncomingTurn, { id, createdAt, observedAt }: Stamp): Omit<NewTurn, keyof TextDescription> {
  const { role, speaker, text, externalId, saidAt } = message;
  return { id, role, speaker, text, externalId, contentHash, observedAt: saidAt ?? observedAt, timed: saidAt !== null, createdAt };
}
