import { crc32 } from "node:zlib";

import { encodeVector } from "./encode-vector.ts";
import { vectorTable } from "./schema.ts";
import type { UserDatabase } from "./user-database.ts";
import { strideOf } from "./vector-kernel.ts";

/** Vectors of a segment: 1.2 MB of codes at 256 dimensions, read in a millisecond or two. */
export const SEGMENT_VECTORS = 4_096;
/** Made by one write at most: a file from before segments gets them little by little. */
const SEGMENTS_AT_ONCE = 4;

/** Codes of consecutive vectors: rids, scales, signs, bytes, each for all vectors before the next. */
export interface Segment {
  rids: Uint32Array;
  scales: Float32Array;
  signs: Uint8Array;
  bytes: Uint8Array;
}

/** Bytes of a segment's four parts. */
function partsOf(count: number, dimension: number): [rids: number, scales: number, signs: number, bytes: number] {
  return [count * 4, count * 4, count * strideOf(Math.ceil(dimension / 8)), count * strideOf(dimension)];
}

/** Views of the parts within one buffer, which they fill. */
function split(codes: Uint8Array<ArrayBuffer>, count: number, dimension: number): Segment {
  const [rids, scales, signs, bytes] = partsOf(count, dimension);
  const { buffer } = codes;
  return {
    rids: new Uint32Array(buffer, 0, count),
    scales: new Float32Array(buffer, rids, count),
    signs: new Uint8Array(buffer, rids + scales, signs),
    bytes: new Uint8Array(buffer, rids + scales + signs, bytes),
  };
}

function encodeSegment(rows: readonly [number, Buffer][], dimension: number): Uint8Array<ArrayBuffer> {
  const count = rows.length;
  const codes = new Uint8Array(partsOf(count, dimension).reduce((sum, part) => sum + part, 0));
  const { rids, scales, signs, bytes } = split(codes, count, dimension);
  const [signStride, byteStride] = [signs.length / count, bytes.length / count];
  const vector = new Float32Array(dimension);
  const vectorBytes = Buffer.from(vector.buffer);
  rows.forEach(([rid, stored], slot) => {
    stored.copy(vectorBytes);
    rids[slot] = rid;
    scales[slot] = encodeVector(vector, {
      signs: signs.subarray(slot * signStride, (slot + 1) * signStride),
      bytes: bytes.subarray(slot * byteStride, (slot + 1) * byteStride),
    });
  });
  return codes;
}

/**
 * Makes the segments that are due after vectors were added. The codes could be made from the vectors each time a file is opened; read in
 * large pieces they are there ten times sooner. Triggers delete the segment of a vector that changes.
 */
export function makeSegments(database: UserDatabase, space: { id: number; dimension: number }): void {
  for (let made = 0; made < SEGMENTS_AT_ONCE; made += 1) {
    const due = database.value<number>("SELECT unsegmented FROM vector_writes WHERE space = @id", { id: space.id }) ?? 0;
    if (due < SEGMENT_VECTORS) return;
    const rows: [number, Buffer][] = database.tuples(
      `SELECT rid, vector FROM ${vectorTable(space.id)} WHERE rid > (SELECT segmented FROM vector_writes WHERE space = @id) ORDER BY rid LIMIT ${SEGMENT_VECTORS}`,
      { id: space.id },
    );
    const whole = rows.length === SEGMENT_VECTORS;
    if (whole) insertSegment(database, space, rows);
    const unsegmented = whole ? due - SEGMENT_VECTORS : rows.length;
    const segmented = whole ? rows.at(-1)![0] : null;
    database.run("UPDATE vector_writes SET unsegmented = @unsegmented, segmented = coalesce(@segmented, segmented) WHERE space = @id", { id: space.id, unsegmented, segmented });
  }
}

function insertSegment(database: UserDatabase, space: { id: number; dimension: number }, rows: readonly [number, Buffer][]): void {
  const codes = encodeSegment(rows, space.dimension);
  database.run("INSERT INTO vector_segment (space, first, last, count, checksum, codes) VALUES (@space, @first, @last, @count, @checksum, @codes)", {
    space: space.id, first: rows[0]![0], last: rows.at(-1)![0], count: rows.length, checksum: crc32(codes), codes: Buffer.from(codes.buffer),
  });
}

interface StoredSegment {
  first: number;
  last: number;
  /** Null when it is damaged: its vectors are to be read one by one. */
  segment: Segment | null;
}

/** The first segment behind a rid. */
export function nextSegment(database: UserDatabase, space: { id: number; dimension: number }, after: number): StoredSegment | null {
  const row = database.get<{ first: number; last: number; count: number; checksum: number; codes: Buffer }>(
    "SELECT first, last, count, checksum, codes FROM vector_segment WHERE space = @space AND last > @after ORDER BY last LIMIT 1",
    { space: space.id, after },
  );
  if (row === undefined) return null;
  const { first, last, count, checksum, codes } = row;
  const length = partsOf(count, space.dimension).reduce((sum, part) => sum + part, 0);
  const sound = first > after && codes.length === length && crc32(codes) === checksum;
  // A copy: the buffer of a row need not be aligned.
  return { first, last, segment: sound ? split(new Uint8Array(codes), count, space.dimension) : null };
}
