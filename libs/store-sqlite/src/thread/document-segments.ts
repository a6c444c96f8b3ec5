import { crc32 } from "node:zlib";

import type { Role } from "@memory-cortex/models";

import { ID_BYTES } from "../hit-table.ts";
import { isPlainId } from "./document-ids.ts";
import { Numbered } from "./numbered.ts";
import type { UserDatabase } from "./user-database.ts";

/** Rids of a segment: 276 KB, read in a fraction of a millisecond. The triggers in `schema.ts` find the segment of a rid by it. */
export const SEGMENT_RIDS = 4_096;
/** Of segments that were lost, so many are made again with each new one: a user who forgets now and then loses none for long. */
const MADE_AGAIN = 2;

/** What searches keep of a document, but for its namespace and for what only memories have. */
export type DocumentRow = [
  rid: number, id: string, session: number | null, position: number | null, words: number, signals: number, terms: number, role: Role | null,
  speaker: string | null, observedAt: number,
];

export const DOCUMENT_COLUMNS = "d.rid, d.id, d.session, d.position, d.words, d.signals, d.term_count, d.role, d.speaker, d.observed_at";

/** Columns of consecutive rids within one buffer, the widest first; all zero where no document is. */
function columnsIn(buffer: ArrayBuffer) {
  let at = 0;
  const next = <Column extends { byteLength: number }>(make: new (buffer: ArrayBuffer, at: number, length: number) => Column, width = 1): Column => {
    const column = new make(buffer, at, SEGMENT_RIDS * width);
    at += column.byteLength;
    return column;
  };
  return {
    observedAt: next(Float64Array),
    /** 0 outside of a session. */
    sessions: next(Uint32Array),
    /** -1 outside of a session. */
    positions: next(Int32Array),
    words: next(Uint32Array),
    signals: next(Uint32Array),
    lengths: next(Uint32Array),
    /** Numbers of names. */
    roles: next(Uint16Array),
    speakers: next(Uint16Array),
    /** 1 where a document is. */
    present: next(Uint8Array),
    /** Zero where the id is among the others. */
    ids: next(Uint8Array, ID_BYTES),
  };
}

const BYTES = Object.values(columnsIn(new ArrayBuffer(SEGMENT_RIDS * 128))).reduce((sum, column) => sum + column.byteLength, 0);

export interface DocumentSegment {
  /** The first rid. */
  start: number;
  columns: ReturnType<typeof columnsIn>;
  /** Of roles and speakers, by number. */
  names: readonly (string | null)[];
  /** Ids of another form than the usual, by the place of their rid. */
  otherIds: readonly (readonly [place: number, id: string])[];
}

interface StoredSegment {
  columns: Buffer;
  names: string;
  otherIds: string;
}

const checksumOf = ({ columns, names, otherIds }: StoredSegment): number => crc32(otherIds, crc32(names, crc32(columns)));

function encode(rows: readonly DocumentRow[], start: number): StoredSegment {
  const bytes = new ArrayBuffer(BYTES);
  const columns = columnsIn(bytes);
  const names = new Numbered<string>();
  const otherIds: [number, string][] = [];
  const ids = Buffer.from(columns.ids.buffer, columns.ids.byteOffset, columns.ids.byteLength);
  for (const [rid, id, session, position, words, signals, terms, role, speaker, observedAt] of rows) {
    const place = rid - start;
    columns.present[place] = 1;
    columns.observedAt[place] = observedAt;
    columns.sessions[place] = session ?? 0;
    columns.positions[place] = position ?? -1;
    columns.words[place] = words;
    columns.signals[place] = signals;
    columns.lengths[place] = terms;
    columns.roles[place] = role === null ? 0 : names.numberOf(role, role);
    columns.speakers[place] = speaker === null ? 0 : names.numberOf(speaker, speaker);
    if (isPlainId(id)) ids.write(id, place * ID_BYTES, ID_BYTES, "latin1");
    else otherIds.push([place, id]);
  }
  return { columns: Buffer.from(bytes), names: JSON.stringify(names.values), otherIds: JSON.stringify(otherIds) };
}

function encodeFrom(database: UserDatabase, segment: number): StoredSegment {
  const start = segment * SEGMENT_RIDS;
  const rows: DocumentRow[] = database.tuples(
    `SELECT ${DOCUMENT_COLUMNS} FROM document d INDEXED BY document_brief WHERE d.rid >= @start AND d.rid < @end ORDER BY d.rid`,
    { start, end: start + SEGMENT_RIDS },
  );
  return encode(rows, start);
}

function make(database: UserDatabase, segment: number): void {
  const stored = encodeFrom(database, segment);
  database.run("INSERT OR REPLACE INTO document_segment (segment, checksum, columns, names, other_ids) VALUES (@segment, @checksum, @columns, @names, @otherIds)", {
    segment, checksum: checksumOf(stored), ...stored,
  });
}

/**
 * Makes the segments whose rids have all been given, so many at most, 10 ms each. What searches keep of documents could be read from their
 * rows each time a file is opened; in large pieces it is there ten times sooner. Triggers empty the segment of a document that moves or is
 * erased, so that none is stale and no trace stays.
 */
export function makeDocumentSegments(database: UserDatabase, most: number): void {
  const given = (database.value<number>("SELECT max(rid) FROM document") ?? 0) + 1;
  const first = (database.value<number>("SELECT max(segment) FROM document_segment") ?? -1) + 1;
  const until = Math.min(first + most, Math.floor(given / SEGMENT_RIDS));
  for (let segment = first; segment < until; segment += 1) {
    make(database, segment);
    const lost = database.column<number>(`SELECT segment FROM document_segment WHERE columns IS NULL ORDER BY segment LIMIT ${MADE_AGAIN}`);
    for (const again of lost) make(database, again);
  }
}

/** Null when it is missing or damaged: its documents are to be read one by one. */
export function readDocumentSegment(database: UserDatabase, segment: number): DocumentSegment | null {
  const stored = database.get<StoredSegment & { checksum: number }>(
    "SELECT checksum, columns, names, other_ids AS otherIds FROM document_segment WHERE segment = @segment AND columns IS NOT NULL",
    { segment },
  );
  if (stored?.columns.length !== BYTES || checksumOf(stored) !== stored.checksum) return null;
  const names = JSON.parse(stored.names) as (string | null)[];
  const otherIds = JSON.parse(stored.otherIds) as [number, string][];
  // A copy: the buffer of a row need not be aligned.
  return { start: segment * SEGMENT_RIDS, columns: columnsIn(new Uint8Array(stored.columns).buffer), names, otherIds };
}

/** Segments that are not what their documents make of them. Reads every document. */
export function damagedSegments(database: UserDatabase): number {
  const rows: [number, number][] = database.tuples("SELECT segment, checksum FROM document_segment WHERE columns IS NOT NULL");
  return rows.filter(([segment, checksum]) => checksumOf(encodeFrom(database, segment)) !== checksum || readDocumentSegment(database, segment) === null).length;
}
