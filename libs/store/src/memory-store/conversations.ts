import { allowsNamespace, CortexError, writeNamespace } from "@memory-cortex/models";
import type { Session, Turn } from "@memory-cortex/models";

import type { AlignmentRequest, AlignmentView, AppendRequest, AppendResult, NewTurn, OpenTurnsRequest, OpenWindow, SessionHeader } from "../conversations.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import type { Page } from "../memories.ts";
import { sessionKeyOf } from "../session-key.ts";
import { turnTombstone } from "../turn-tombstone.ts";
import type { Scope, StoredSession, StoredTurn } from "./user-state.ts";
import { ownSession, toTurn } from "./user-state.ts";

const saidAt = ({ turn }: StoredTurn): number | null => (turn.timed ? turn.observedAt : null);

export function readAlignment(scope: Scope, request: AlignmentRequest): AlignmentView {
  const session = ownSession(scope, request.sessionId);
  const turns = session?.turns ?? [];
  const matches = turns.flatMap((stored, position) => {
    const { contentHash, externalId } = stored.turn;
    return request.hashes.includes(contentHash) ? [{ position, contentHash, externalId, saidAt: saidAt(stored) }] : [];
  });
  const placeByTime = request.times.map((time) => turns.findLastIndex((turn) => (saidAt(turn) ?? Infinity) <= time) + 1);
  const laterByTime = request.times.map((time) => {
    const first = turns.findIndex((turn) => (saidAt(turn) ?? -Infinity) > time);
    return first === -1 ? turns.length : first;
  });
  return { revision: session?.revision ?? 0, length: turns.length, matches, placeByTime, laterByTime };
}

function openSession(scope: Scope, header: SessionHeader): StoredSession {
  const known = ownSession(scope, header.sessionId);
  if (known === undefined) {
    const session: StoredSession = { namespace: writeNamespace(scope.realm), header: { ...header }, revision: 0, turns: [] };
    scope.user.sessions.push(session);
    return session;
  }
  known.header.channel ??= header.channel;
  known.header.agentId ??= header.agentId;
  known.header.project ??= header.project;
  return known;
}

function store({ user }: Scope, session: StoredSession, turn: NewTurn): StoredTurn {
  user.lastSerial += 1;
  const stored: StoredTurn = { kind: "turn", serial: user.lastSerial, id: turn.id, namespace: session.namespace, turn, session, capturedAt: null, improvable: false };
  user.documents.set(turn.id, stored);
  return stored;
}

/** The new turns that were forgotten in this session. */
function forgottenTurns({ user, realm }: Scope, { session, inserts }: AppendRequest): string[] {
  const turns = inserts.flatMap((insert) => insert.turns.filter(({ id }) => !user.documents.has(id)));
  return turns.filter(({ contentHash }) => user.tombstones.has(sessionKeyOf(writeNamespace(realm), turnTombstone(session.sessionId, contentHash)))).map(({ id }) => id);
}

export function appendTurns(scope: Scope, request: AppendRequest): AppendResult {
  const known = ownSession(scope, request.session.sessionId);
  const length = known?.turns.length ?? 0;
  const forgotten = forgottenTurns(scope, request);
  const left = forgotten.length === 0 ? {} : { forgotten };
  const inserts = request.inserts
    .map(({ at, turns }) => ({ at, turns: turns.filter(({ id }) => !scope.user.documents.has(id) && !forgotten.includes(id)) }))
    .filter(({ turns }) => turns.length > 0);
  if ((known?.revision ?? 0) !== request.revision) return { outcome: "stale" };
  if (inserts.length === 0) return { outcome: "appended", revision: request.revision, length, ...left };
  if (inserts.some(({ at }, index) => at > length || at < (inserts[index - 1]?.at ?? 0))) {
    throw new CortexError("invalid_fields", { detail: "Inserts must be ordered by place, inside the session." });
  }
  const session = openSession(scope, request.session);
  let inserted = 0;
  for (const { at, turns } of inserts) {
    session.turns.splice(at + inserted, 0, ...turns.map((turn) => store(scope, session, turn)));
    inserted += turns.length;
  }
  session.revision += 1;
  return { outcome: "appended", revision: session.revision, length: session.turns.length, ...left };
}

function toSession({ header, namespace, turns }: StoredSession): Session {
  const times = turns.map(({ turn }) => turn.observedAt);
  return {
    ...header,
    namespace,
    turns: turns.length,
    captured: turns.filter((turn) => turn.capturedAt !== null).length,
    firstAt: times.length === 0 ? null : Math.min(...times),
    lastAt: times.length === 0 ? null : Math.max(...times),
  };
}

export function listSessions({ user, realm }: Scope, page: { limit: number; cursor?: string }): Page<Session> {
  const [before] = page.cursor === undefined ? [Infinity] : decodeCursor(page.cursor, 1);
  const found = user.sessions
    .map((session, index) => ({ session, index }))
    .filter(({ session, index }) => index < before! && allowsNamespace(realm, session.namespace))
    .reverse();
  const shown = found.slice(0, page.limit);
  return { items: shown.map(({ session }) => toSession(session)), next: found.length > shown.length ? encodeCursor(shown.at(-1)?.index ?? 0) : null };
}

export function listTurns({ user, realm }: Scope, request: { sessionId: string; after: number; limit: number }): { turns: Turn[]; more: boolean } | null {
  const named = user.sessions.filter((session) => session.header.sessionId === request.sessionId);
  const session =
    realm.namespaces === "all" ? named[0] : realm.namespaces.flatMap((namespace) => named.find((each) => each.namespace === namespace) ?? [])[0];
  if (session === undefined) return null;
  const rest = session.turns.map(toTurn).filter((turn) => turn.position > request.after);
  return { turns: rest.slice(0, request.limit), more: rest.length > request.limit };
}

export function openTurns(scope: Scope, { sessionId, limit, context, improvable }: OpenTurnsRequest): { open: Turn[]; context: Turn[] } {
  const stored = ownSession(scope, sessionId)?.turns ?? [];
  const isOpen = improvable === true ? isImprovable : isUncaptured;
  const first = stored.findIndex(isOpen);
  const places = stored.map((turn, position) => ({ stored: turn, turn: toTurn(turn, position) }));
  const before = places.slice(0, Math.max(0, first)).filter((place) => !isUncaptured(place.stored));
  return {
    open: places.filter((place) => isOpen(place.stored)).slice(0, limit).map(({ turn }) => turn),
    context: before.slice(Math.max(0, before.length - context)).map(({ turn }) => turn),
  };
}

const isUncaptured = ({ capturedAt }: StoredTurn): boolean => capturedAt === null;
const isImprovable = ({ improvable }: StoredTurn): boolean => improvable;

function windowsOf({ user, realm }: Scope, isOpen: (turn: StoredTurn) => boolean): (OpenWindow & { newest: number })[] {
  return user.sessions.flatMap(({ namespace, header, turns }) => {
    const open = turns.filter(isOpen).sort((a, b) => a.serial - b.serial);
    const [first, last] = [open[0], open.at(-1)];
    if (first === undefined || last === undefined || !allowsNamespace(realm, namespace)) return [];
    const times = { firstArrivedAt: first.turn.createdAt, lastArrivedAt: last.turn.createdAt };
    return [{ sessionId: header.sessionId, namespace, openTurns: open.length, ...times, newest: last.serial }];
  });
}

const withoutSerial = ({ newest: _, ...window }: OpenWindow & { newest: number }): OpenWindow => window;

export function openWindows(scope: Scope): OpenWindow[] {
  return windowsOf(scope, isUncaptured).map(withoutSerial);
}

export function improvableWindows(scope: Scope, { limit }: { limit: number }): OpenWindow[] {
  return windowsOf(scope, isImprovable).sort((a, b) => b.newest - a.newest).slice(0, limit).map(withoutSerial);
}
