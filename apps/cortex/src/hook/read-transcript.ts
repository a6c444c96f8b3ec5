import { open } from "node:fs/promises";

/** A stretch of a transcript: whole lines only. */
export interface Stretch {
  /** Each line as JSON; lines that are none are left out. */
  lines: unknown[];
  /** Offset after the last whole line. */
  next: number;
  /** Whether the file goes on. */
  hasMore: boolean;
}

const STRETCH_BYTES = 4_000_000;
/** A line with pictures in it can be large; one above this ends the reading, as the file is damaged then. */
const LONGEST_LINE = 256_000_000;
const NEWLINE = 10;

/** Reads whole lines from a byte offset on, about 4 MB at a time. A file that is shorter than the offset was written anew and is read from its beginning. Null when there is none (yet). Rejects when it cannot be read. */
export async function readTranscript(path: string, offset: number): Promise<Stretch | null> {
  const file = await open(path, "r").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    const from = offset > size ? 0 : offset;
    for (let length = STRETCH_BYTES; ; length *= 4) {
      const buffer = Buffer.alloc(Math.min(length, size - from));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
      const end = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE);
      const isWhole = from + bytesRead >= size;
      if (end < 0 && !isWhole && length < LONGEST_LINE) continue;
      return { lines: parseLines(buffer.toString("utf8", 0, end + 1)), next: from + end + 1, hasMore: !isWhole && end >= 0 };
    }
  } finally {
    await file.close();
  }
}

function parseLines(text: string): unknown[] {
  return text.split("\n").flatMap((line) => {
    try {
      return line.trim() === "" ? [] : [JSON.parse(line) as unknown];
    } catch {
      return []; // cut off by a crash of the program, or not yet written to its end
    }
  });
}
