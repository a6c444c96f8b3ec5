import { CortexError, writeNamespace } from "@memory-cortex/models";
import { turnTombstone } from "@memory-cortex/store";
import type { AppendRequest, AppendResult, NewTurn, SessionHeader, TurnInsert } from "@memory-cortex/store";

import type { Call } from "./call.ts";
import { ownSession } from "./conversations.ts";
import type { SessionRow } from "./conversations.ts";
import { encodeTerms } from "./term-encoding.ts";
import { isFarBehind, makeTermBlocks } from "./term-blocks.ts";
import type { UserDatabase } from "./user-database.ts";

/** Header fields that a later append brings fill what was null. */
function upsertSession({ database, realm }: Call, header: SessionHeader): number {
  database.run(
    `INSERT INTO session (namespace, session_id, channel, agent_id, project, revision, turns)
     VALUES (@namespace, @sessionId, @channel, @agentId, @project, 0, 0)
     ON CONFLICT (namespace, session_id) DO UPDATE SET channel = coalesce(channel, excluded.channel),
       agent_id = coalesce(agent_id, excluded.agent_id), project = coalesce(project, excluded.project)`,
    { ...header, namespace: writeNamespace(realm) },
  );
  return database.value<number>("SELECT id FROM session WHERE namespace = @namespace AND session_id = @sessionId", {
    namespace: writeNamespace(realm),
    sessionId: header.sessionId,
  })!;
}

function checkPlaces(inserts: readonly TurnInsert[], length: number): void {
  const ordered = inserts.every((insert, index) => insert.at >= (inserts[index - 1]?.at ?? 0));
  if (!ordered || inserts.some((insert) => insert.at > length)) {
    throw new CortexError("invalid_fields", { detail: "Inserts must be ordered by place, inside the session." });
  }
}

const without = (inserts: readonly TurnInsert[], left: ReadonlySet<string>): TurnInsert[] =>
  inserts.map(({ at, turns }) => ({ at, turns: turns.filter(({ id }) => !left.has(id)) })).filter(({ turns }) => turns.length > 0);

/** Turns whose id is stored already are left out: the same write twice is one write. */
function unknownTurns(database: UserDatabase, inserts: readonly TurnInsert[]): TurnInsert[] {
  const ids = inserts.flatMap((insert) => insert.turns.map((turn) => turn.id));
  const known = database.column<string>("SELECT id FROM document WHERE id IN (SELECT value FROM json_each(@ids))", { ids: JSON.stringify(ids) });
  return without(inserts, new Set(known));
}

/** Ids of turns whose words were forgotten in this session. */
function forgottenTurns({ database, realm }: Call, sessionId: string, inserts: readonly TurnInsert[]): string[] {
  const buried = inserts.flatMap(({ turns }) => turns.map(({ id, contentHash }) => ({ id, hash: turnTombstone(sessionId, contentHash) })));
  const hashes = JSON.stringify(buried.map(({ hash }) => hash));
  const found = new Set(
    database.column<string>("SELECT content_hash FROM tombstone WHERE namespace = @namespace AND content_hash IN (SELECT value FROM json_each(@hashes))", { namespace: writeNamespace(realm), hashes }),
  );
  return buried.filter(({ hash }) => found.has(hash)).map(({ id }) => id);
}

/** Opens the gaps, from the last to the first, so that earlier places stay true. */
function makeRoom(database: UserDatabase, session: number, inserts: readonly TurnInsert[]): void {
  for (const insert of inserts.toReversed()) {
    database.run("UPDATE document SET position = position + @by WHERE session = @session AND position >= @at", {
      session,
      at: insert.at,
      by: insert.turns.length,
    });
  }
}

function insertTurn(call: Call, turn: NewTurn, place: { session: number; sessionId: string; position: number }): void {
  const terms = encodeTerms(turn.terms);
  call.database.run(
    `INSERT INTO document (id, kind, namespace, session, session_id, position, role, speaker, words, signals, term_count, observed_at, created_at,
       timed, external_id, content_hash, text, terms)
     VALUES (@id, 'turn', @namespace, @session, @sessionId, @position, @role, @speaker, @words, @signals, @termCount, @observedAt, @createdAt,
       @timed, @externalId, @contentHash, @text, @terms)`,
    { ...turn, ...place, namespace: writeNamespace(call.realm), timed: turn.timed ? 1 : 0, terms: terms.text, termCount: terms.count },
  );
}

function insertAll(call: Call, inserts: readonly TurnInsert[], session: { id: number; sessionId: string }): number {
  makeRoom(call.database, session.id, inserts);
  let inserted = 0;
  for (const insert of inserts) {
    for (const turn of insert.turns) {
      insertTurn(call, turn, { session: session.id, sessionId: session.sessionId, position: insert.at + inserted });
      inserted += 1;
    }
  }
  return inserted;
}

/** Nothing to write: what a stale or an empty append answers. */
function unchanged(session: SessionRow | undefined, request: AppendRequest): AppendResult {
  const revision = session?.revision ?? 0;
  return revision === request.revision ? { outcome: "appended", revision, length: session?.turns ?? 0 } : { outcome: "stale" };
}

/** Only an append that will succeed makes a user's file. */
export function beginsUser(request: AppendRequest): boolean {
  return request.revision === 0 && request.inserts.some(({ turns }) => turns.length > 0) && request.inserts.every(({ at }) => at === 0);
}

/** What an append that does not begin a user answers without one. */
export function appendToNobody(request: AppendRequest): AppendResult {
  const inserts = request.inserts.filter(({ turns }) => turns.length > 0);
  if (request.revision === 0) checkPlaces(inserts, 0);
  return unchanged(undefined, request);
}

/** Compare-and-set on the revision, then renumber and insert, in the transaction of the call. */
export function appendTurns(call: Call, request: AppendRequest): AppendResult {
  const session = ownSession(call, request.session.sessionId);
  const unknown = unknownTurns(call.database, request.inserts);
  const forgotten = forgottenTurns(call, request.session.sessionId, unknown);
  const inserts = without(unknown, new Set(forgotten));
  const left = forgotten.length === 0 ? {} : { forgotten };
  if ((session?.revision ?? 0) !== request.revision) return { outcome: "stale" };
  if (inserts.length === 0) return { ...unchanged(session, request), ...left };
  checkPlaces(inserts, session?.turns ?? 0);
  const id = upsertSession(call, request.session);
  const inserted = insertAll(call, inserts, { id, sessionId: request.session.sessionId });
  const length = (session?.turns ?? 0) + inserted;
  const revision = request.revision + 1;
  if (isFarBehind(call.database)) makeTermBlocks(call.database, 1);
  call.database.run("UPDATE session SET revision = @revision, turns = @length WHERE id = @id", { id, revision, length });
  return { outcome: "appended", revision, length, ...left };
}
