import { writeNamespace } from "@memory-cortex/models";
import type { Session, Turn } from "@memory-cortex/models";
import { decodeCursor, encodeCursor } from "@memory-cortex/store";
import type { AlignmentRequest, AlignmentView, OpenTurnsRequest, OpenWindow, Page, StoredMatch } from "@memory-cortex/store";

import type { Call } from "./call.ts";
import { realmCondition } from "./realm-sql.ts";
import { TURN_COLUMNS, toTurn } from "./records.ts";
import type { TurnRow } from "./records.ts";

export interface SessionRow {
  id: number;
  revision: number;
  turns: number;
}

/** The session in the namespace that writes go to. */
export function ownSession({ database, realm }: Call, sessionId: string): SessionRow | undefined {
  return database.get<SessionRow>("SELECT id, revision, turns FROM session WHERE namespace = @namespace AND session_id = @sessionId", {
    namespace: writeNamespace(realm),
    sessionId,
  });
}

interface TimedTurn {
  at: number;
  position: number;
}

/**
 * Places of moments among the timed turns of a session: after the last said by then, before the first said later. Most requests only bring
 * what is newer: then no turn is read but those of the same moment.
 */
function placesInTime({ database }: Call, session: SessionRow, times: readonly number[]): Pick<AlignmentView, "placeByTime" | "laterByTime"> {
  const moment = { session: session.id, first: times.reduce((least, time) => Math.min(least, time), Infinity) };
  const ofSession = "FROM document INDEXED BY document_time WHERE session = @session AND timed = 1";
  const before = database.value<number | null>(`SELECT max(position) ${ofSession} AND observed_at < @first`, moment) ?? -1;
  const said = database.all<TimedTurn>(`SELECT observed_at AS at, position ${ofSession} AND observed_at >= @first ORDER BY observed_at, position`, moment);
  const placeAfter = [before + 1];
  for (const { position } of said) placeAfter.push(Math.max(placeAfter.at(-1)!, position + 1));
  const firstLater = new Array<number>(said.length + 1).fill(session.turns);
  for (let index = said.length - 1; index >= 0; index -= 1) firstLater[index] = Math.min(firstLater[index + 1]!, said[index]!.position);
  const counts = times.map((time) => countUntil(said, time));
  return { placeByTime: counts.map((count) => placeAfter[count]!), laterByTime: counts.map((count) => firstLater[count]!) };
}

/** How many of the turns, ordered by time, were said at or before it. */
function countUntil(said: readonly { at: number }[], time: number): number {
  let low = 0;
  let high = said.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (said[middle]!.at <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function readAlignment(call: Call, request: AlignmentRequest): AlignmentView {
  const session = ownSession(call, request.sessionId);
  if (session === undefined) {
    return emptyAlignment(request);
  }
  const matches = call.database.all<StoredMatch>(
    `SELECT position, content_hash AS contentHash, external_id AS externalId, CASE WHEN timed = 1 THEN observed_at END AS saidAt
     FROM document WHERE session = @session AND content_hash IN (SELECT value FROM json_each(@hashes)) ORDER BY position`,
    { session: session.id, hashes: JSON.stringify(request.hashes) },
  );
  const places = request.times.length === 0 ? { placeByTime: [], laterByTime: [] } : placesInTime(call, session, request.times);
  return { revision: session.revision, length: session.turns, matches, ...places };
}

export function emptyAlignment(request: AlignmentRequest): AlignmentView {
  const zeros = request.times.map(() => 0);
  return { revision: 0, length: 0, matches: [], placeByTime: zeros, laterByTime: zeros };
}

export function listSessions({ database, realm }: Call, page: { limit: number; cursor?: string }): Page<Session> {
  const [before] = page.cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor(page.cursor, 1);
  const allowed = realmCondition(realm, "s.namespace");
  const rows = database.all<Session & { id: number }>(
    `SELECT s.id, s.session_id AS sessionId, s.namespace, s.channel, s.agent_id AS agentId, s.project, s.turns,
       count(d.captured_at) AS captured, min(d.observed_at) AS firstAt, max(d.observed_at) AS lastAt
     FROM (SELECT * FROM session s WHERE s.id < @before AND ${allowed.sql} ORDER BY s.id DESC LIMIT @limit) s
     LEFT JOIN document d ON d.session = s.id GROUP BY s.id ORDER BY s.id DESC`,
    { ...allowed.parameters, before, limit: page.limit + 1 },
  );
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ id: _, ...session }) => session),
    next: rows.length > page.limit && last !== undefined ? encodeCursor(last.id) : null,
  };
}

/** The session of the first allowed namespace that has it. */
function readableSession({ database, realm }: Call, sessionId: string): number | undefined {
  if (realm.namespaces === "all") {
    return database.value<number>("SELECT id FROM session WHERE session_id = @sessionId ORDER BY id", { sessionId });
  }
  return database.value<number>(
    `SELECT s.id FROM json_each(@namespaces) allowed CROSS JOIN session s ON s.namespace = allowed.value AND s.session_id = @sessionId
     ORDER BY allowed.key`,
    { namespaces: JSON.stringify(realm.namespaces), sessionId },
  );
}

export function listTurns(call: Call, request: { sessionId: string; after: number; limit: number }): { turns: Turn[]; more: boolean } | null {
  const session = readableSession(call, request.sessionId);
  if (session === undefined) {
    return null;
  }
  const rows = call.database.all<TurnRow>(
    `SELECT ${TURN_COLUMNS} FROM document d JOIN session s ON s.id = d.session
     WHERE d.session = @session AND d.position > @after ORDER BY d.position LIMIT @limit`,
    { session, after: request.after, limit: request.limit + 1 },
  );
  return { turns: rows.slice(0, request.limit).map(toTurn), more: rows.length > request.limit };
}

export function openTurns(call: Call, { sessionId, limit, context, improvable }: OpenTurnsRequest): { open: Turn[]; context: Turn[] } {
  const session = ownSession(call, sessionId);
  if (session === undefined) {
    return { open: [], context: [] };
  }
  const turns = (condition: string, parameters: object): Turn[] =>
    call.database
      .all<TurnRow>(
        `SELECT ${TURN_COLUMNS} FROM document d JOIN session s ON s.id = d.session WHERE d.session = @session AND ${condition}`,
        { session: session.id, ...parameters },
      )
      .map(toTurn);
  const isOpen = improvable === true ? "d.rid IN (SELECT turn FROM improvable WHERE session = @session)" : "d.kind = 'turn' AND d.captured_at IS NULL";
  const open = turns(`${isOpen} ORDER BY d.position LIMIT @limit`, { limit });
  const before = turns("d.captured_at IS NOT NULL AND d.position < @first ORDER BY d.position DESC LIMIT @context", { first: open[0]?.position ?? 0, context });
  return { open, context: before.reverse() };
}

export function openWindows({ database, realm }: Call): OpenWindow[] {
  const allowed = realmCondition(realm, "s.namespace");
  return database.all<OpenWindow>(
    `SELECT s.session_id AS sessionId, s.namespace, w.turns AS openTurns, w.first_at AS firstArrivedAt, w.last_at AS lastArrivedAt
     FROM open_window w CROSS JOIN session s ON s.id = w.session WHERE ${allowed.sql} ORDER BY w.session`,
    allowed.parameters,
  );
}

/** Rids grow with arrival: the first and the last of a session are its smallest and its largest. */
export function improvableWindows({ database, realm }: Call, { limit }: { limit: number }): OpenWindow[] {
  const allowed = realmCondition(realm, "s.namespace");
  return database.all<OpenWindow>(
    `SELECT s.session_id AS sessionId, s.namespace, w.turns AS openTurns, first.created_at AS firstArrivedAt, last.created_at AS lastArrivedAt
     FROM improvable_window w INDEXED BY improvable_order CROSS JOIN session s ON s.id = w.session
     CROSS JOIN document first ON first.rid = (SELECT min(turn) FROM improvable i WHERE i.session = w.session)
     CROSS JOIN document last ON last.rid = w.newest
     WHERE ${allowed.sql} ORDER BY w.newest DESC LIMIT @limit`,
    { ...allowed.parameters, limit },
  );
}
