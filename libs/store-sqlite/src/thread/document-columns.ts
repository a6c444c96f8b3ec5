import type { DocumentKind, Memory, MemoryType, Realm, Role } from "@memory-cortex/models";
import { allowsNamespace } from "@memory-cortex/models";
import { sessionKeyOf } from "@memory-cortex/store";
import type { ValidityFacts } from "@memory-cortex/store";

import { DocumentIds } from "./document-ids.ts";
import { DOCUMENT_COLUMNS, readDocumentSegment, SEGMENT_RIDS } from "./document-segments.ts";
import type { DocumentRow, DocumentSegment } from "./document-segments.ts";
import { Numbered } from "./numbered.ts";
import type { UserDatabase } from "./user-database.ts";

const GROWTH = 1.25;
/** Rows read at once, about a millisecond. */
const PAGE = 1_000;

const MEMORY_COLUMNS = "d.rid, d.namespace, d.session_id, m.tags, d.created_at, d.type, d.valid_from, d.valid_to, d.expires_at, d.retired_at, m.superseded_at, m.conflict_status";

type MemoryRow = [
  rid: number, namespace: string, sessionId: string | null, tags: string, createdAt: number, type: MemoryType, validFrom: number | null,
  validTo: number | null, expiresAt: number | null, retiredAt: number | null, supersededAt: number | null, conflictStatus: Memory["conflictStatus"],
];

/** What only memories have of what filters and hits ask. */
export interface MemoryFacts extends ValidityFacts {
  sessionKey: string | null;
  type: MemoryType;
  tags: readonly string[];
}

export interface Group {
  namespace: string;
  kind: DocumentKind;
}

const emptyColumns = (capacity: number) => ({
  /** 0 where no document is: rids of erased ones, and rids never given. */
  groups: new Uint32Array(capacity),
  /** Number of terms. */
  lengths: new Uint32Array(capacity),
  /** Of turns; 0 outside of a session. */
  sessions: new Uint32Array(capacity),
  /** -1 outside of a session. */
  positions: new Int32Array(capacity),
  words: new Uint32Array(capacity),
  signals: new Uint32Array(capacity),
  roles: new Uint8Array(capacity),
  speakers: new Uint32Array(capacity),
  observedAt: new Float64Array(capacity),
  /** The turns before and after in the session; 0 at its ends. */
  previous: new Uint32Array(capacity),
  next: new Uint32Array(capacity),
});

type Columns = ReturnType<typeof emptyColumns>;

/**
 * What searches ask of every document, in memory, by rid: about 80 bytes each, 1 µs to read. Rids are never used again and new documents
 * have larger ones; what changes in the others (a turn moves, a memory ends or is erased) is listed by triggers in `document_change`. So
 * two short range reads before each search keep all of it true to the current transaction.
 */
export class DocumentColumns {
  columns: Columns = emptyColumns(1024);
  readonly ids = new DocumentIds();
  readonly memories = new Map<number, MemoryFacts>();
  readonly groups = new Numbered<Group>();
  readonly roles = new Numbered<Role>();
  readonly speakers = new Numbered<string>();
  readonly sessionKeys = new Map<number, string>();
  /** How many documents were erased since all was first read. */
  erasures = 0;
  readonly #database: UserDatabase;
  readonly #lastTurns = new Map<number, number>();
  readonly #sessionGroups = new Map<number, number>();
  readonly #unlinked = new Set<number>();
  #lastSession = 0;
  #last = 0;
  #change: number | null = null;
  #version = "";

  constructor(database: UserDatabase) {
    this.#database = database;
  }

  /** The largest rid known. */
  get last(): number {
    return this.#last;
  }

  get bytes(): number {
    const arrays = Object.values(this.columns).reduce((sum, column) => sum + column.byteLength, 0);
    return arrays + this.ids.bytes + this.memories.size * 250 + this.sessionKeys.size * 200;
  }

  /** Reads what was added and changed since. Throws what `database.slice` throws when that takes too long; what was read is kept. */
  catchUp(): void {
    const { version } = this.#database;
    if (version === this.#version) return;
    this.#change ??= this.#database.value<number>("SELECT max(seq) FROM document_change") ?? 0;
    this.#readSessions();
    this.#readDocuments(this.#database.value<number>("SELECT max(rid) FROM document") ?? 0);
    this.#followChanges(this.#change);
    for (const session of this.#unlinked) this.#link(session);
    this.#unlinked.clear();
    this.#version = version;
  }

  /** By group: 0 where the realm or the kinds leave it out, else 1 for turns and 2 for memories. */
  allowed(realm: Realm, kinds: readonly DocumentKind[]): Uint8Array {
    return Uint8Array.from(this.groups.values, (group) => {
      if (group === null || !kinds.includes(group.kind) || !allowsNamespace(realm, group.namespace)) return 0;
      return group.kind === "memory" ? 2 : 1;
    });
  }

  /** Those behind the last one that is known: whole segments as they lie, the others row by row. */
  #readDocuments(newest: number): void {
    // Once for all of them: page by page, a large user would be copied thirty times.
    this.#reserve(newest);
    while (this.#last < newest) {
      const next = this.#last + 1;
      const segment = Math.floor(next / SEGMENT_RIDS);
      const end = (segment + 1) * SEGMENT_RIDS - 1;
      // No document has rid 0.
      const stored = next % SEGMENT_RIDS === 0 || next === 1 ? readDocumentSegment(this.#database, segment) : null;
      if (stored === null) this.#readRows(end);
      else this.#putSegment(stored);
      this.#last = Math.min(end, newest);
      this.#database.slice.check();
    }
  }

  #readRows(until: number): void {
    const sql = `SELECT ${DOCUMENT_COLUMNS} FROM document d INDEXED BY document_brief WHERE d.rid > @last AND d.rid <= @until ORDER BY d.rid LIMIT ${PAGE}`;
    for (;;) {
      const page: DocumentRow[] = this.#database.tuples(sql, { last: this.#last, until });
      this.#putAll(page);
      this.#last = page.at(-1)?.[0] ?? this.#last;
      if (page.length < PAGE) return;
      this.#database.slice.check();
    }
  }

  /** Sessions are never taken away. */
  #readSessions(): void {
    const rows: [number, string, string][] = this.#database.tuples("SELECT id, namespace, session_id FROM session WHERE id > @last ORDER BY id", { last: this.#lastSession });
    for (const [session, namespace, sessionId] of rows) {
      this.sessionKeys.set(session, sessionKeyOf(namespace, sessionId));
      this.#sessionGroups.set(session, this.groups.numberOf(`turn ${namespace}`, { namespace, kind: "turn" }));
      this.#lastSession = session;
    }
  }

  #putAll(rows: readonly DocumentRow[]): void {
    for (const row of rows) this.#put(row);
    const memories = rows.filter(([, , session]) => session === null).map(([rid]) => rid);
    if (memories.length > 0) this.#putMemories(memories);
  }

  #put([rid, id, session, position, words, signals, terms, role, speaker, observedAt]: DocumentRow): void {
    const { columns } = this;
    columns.lengths[rid] = terms;
    columns.sessions[rid] = session ?? 0;
    columns.positions[rid] = position ?? -1;
    columns.words[rid] = words;
    columns.signals[rid] = signals;
    columns.roles[rid] = role === null ? 0 : this.roles.numberOf(role, role);
    columns.speakers[rid] = speaker === null ? 0 : this.speakers.numberOf(speaker, speaker);
    columns.observedAt[rid] = observedAt;
    this.ids.set(rid, id);
    if (session !== null) this.#enter(session, rid);
  }

  #putSegment({ start, columns: stored, names, otherIds }: DocumentSegment): void {
    this.#reserve(start + SEGMENT_RIDS - 1);
    const { columns } = this;
    for (const name of ["observedAt", "sessions", "positions", "words", "signals", "lengths"] as const) columns[name].set(stored[name], start);
    this.ids.setAll(start, stored.ids);
    for (const [place, id] of otherIds) this.ids.set(start + place, id);
    const memories: number[] = [];
    for (let place = 0; place < SEGMENT_RIDS; place += 1) {
      if (stored.present[place] === 0) continue;
      const rid = start + place;
      const [role, speaker, session] = [names[stored.roles[place]!]!, names[stored.speakers[place]!]!, stored.sessions[place]!];
      columns.roles[rid] = role === null ? 0 : this.roles.numberOf(role, role as Role);
      columns.speakers[rid] = speaker === null ? 0 : this.speakers.numberOf(speaker, speaker);
      if (session === 0) memories.push(rid);
      else this.#enter(session, rid);
    }
    if (memories.length > 0) this.#putMemories(memories);
  }

  /** Of a turn whose columns are there. */
  #enter(session: number, rid: number): void {
    this.columns.groups[rid] = this.#sessionGroups.get(session)!;
    this.#append(session, rid);
  }

  #putMemories(rids: readonly number[]): void {
    const sql = `SELECT ${MEMORY_COLUMNS} FROM json_each(@rids) wanted CROSS JOIN document d INDEXED BY document_brief ON d.rid = wanted.value CROSS JOIN memory m ON m.rid = d.rid`;
    const rows: MemoryRow[] = this.#database.tuples(sql, { rids: JSON.stringify(rids) });
    for (const [rid, namespace, sessionId, tags, createdAt, type, validFrom, validTo, expiresAt, retiredAt, supersededAt, conflictStatus] of rows) {
      this.columns.groups[rid] = this.groups.numberOf(`memory ${namespace}`, { namespace, kind: "memory" });
      const sessionKey = sessionId === null ? null : sessionKeyOf(namespace, sessionId);
      this.memories.set(rid, { sessionKey, type, tags: JSON.parse(tags) as string[], createdAt, validFrom, validTo, expiresAt, retiredAt, supersededAt, conflictStatus });
    }
  }

  /** Turns mostly come in order; a session in which they do not is linked anew. */
  #append(session: number, rid: number): void {
    const { positions, next, previous } = this.columns;
    const last = this.#lastTurns.get(session);
    if (last !== undefined && positions[last]! >= positions[rid]!) {
      this.#unlinked.add(session);
      return;
    }
    if (last !== undefined) next[last] = rid;
    previous[rid] = last ?? 0;
    next[rid] = 0;
    this.#lastTurns.set(session, rid);
  }

  #link(session: number): void {
    const { positions, next, previous } = this.columns;
    const turns: [number, number][] = this.#database.tuples("SELECT rid, position FROM document WHERE session = @session ORDER BY position", { session });
    turns.forEach(([rid, position], index) => {
      positions[rid] = position;
      previous[rid] = turns[index - 1]?.[0] ?? 0;
      next[rid] = turns[index + 1]?.[0] ?? 0;
    });
    const last = turns.at(-1)?.[0];
    if (last === undefined) this.#lastTurns.delete(session);
    else this.#lastTurns.set(session, last);
  }

  #followChanges(after: number): void {
    const newest = this.#database.value<number>("SELECT max(seq) FROM document_change") ?? 0;
    if (newest === after) return;
    const changed = this.#database.column<number>("SELECT rid FROM document_change WHERE seq > @after", { after });
    const rows: DocumentRow[] = this.#database.tuples(
      `SELECT ${DOCUMENT_COLUMNS} FROM json_each(@rids) wanted CROSS JOIN document d INDEXED BY document_brief ON d.rid = wanted.value`,
      { rids: JSON.stringify(changed) },
    );
    this.erasures += changed.length - rows.length;
    for (const rid of changed) this.#remove(rid);
    this.#putAll(rows);
    this.#change = newest;
  }

  /** Rids beyond the last page were never here. */
  #remove(rid: number): void {
    if (rid > this.#last) return;
    const session = this.columns.sessions[rid]!;
    if (session !== 0) this.#unlinked.add(session);
    this.columns.groups[rid] = 0;
    this.ids.delete(rid);
    this.memories.delete(rid);
  }

  #reserve(rid: number): void {
    const capacity = this.columns.groups.length;
    if (rid < capacity) return;
    const larger = emptyColumns(Math.ceil((rid + 1) * GROWTH));
    for (const name of Object.keys(larger) as (keyof Columns)[]) larger[name].set(this.columns[name]);
    this.columns = larger;
    this.ids.reserve(larger.groups.length);
  }
}
