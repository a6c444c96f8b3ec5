import { createReadStream } from "node:fs";

/** Lines of a file that are sent together. */
export interface LinePiece {
  bytes: Buffer<ArrayBuffer>;
  /** How many lines of the file come before. */
  before: number;
}

const NEWLINE = 0x0a;
const CHUNK_BYTES = 4 * 1_048_576;

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

/** Behind the last whole line that fits, or behind the first one if that alone is too long; 0 when no line has ended yet. */
const cutOf = (bytes: Buffer, most: number): number => bytes.lastIndexOf(NEWLINE, most - 1) + 1 || bytes.indexOf(NEWLINE) + 1;

/** The file in pieces of whole lines, of at most so many bytes each unless a line is longer. Throws errors of the file system. */
export async function* linePieces(path: string, most: number): AsyncGenerator<LinePiece> {
  let [rest, before] = [Buffer.alloc(0), 0];
  for await (const chunk of createReadStream(path, { highWaterMark: Math.min(most, CHUNK_BYTES) })) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    while (rest.length >= most) {
      const end = cutOf(rest, most);
      if (end === 0) break;
      yield { bytes: rest.subarray(0, end), before };
      before += countLines(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) yield { bytes: rest, before };
}
