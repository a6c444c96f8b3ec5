import { exportEnd, importHeader } from "@memory-cortex/models/wire";

import { Problem } from "../../problem.ts";
import type { LinePiece } from "./line-pieces.ts";

const NEWLINE = 0x0a;
/** The first and the last line of an export are short. */
const MOST_BYTES = 65_536;

function parsed(bytes: Uint8Array): unknown {
  try {
    return bytes.length > MOST_BYTES ? null : (JSON.parse(new TextDecoder().decode(bytes)) as unknown);
  } catch {
    return null;
  }
}

/** The first line if it is a header, and the rest. */
export function withoutHeader(piece: LinePiece, userId: string): { isFramed: boolean; piece: LinePiece } {
  const end = piece.bytes.indexOf(NEWLINE) + 1;
  const header = importHeader.safeParse(parsed(piece.bytes.subarray(0, end)));
  if (!header.success) return { isFramed: false, piece };
  const { user_id: owner = userId } = header.data;
  if (owner !== userId) throw new Problem(`The export is of the user ${JSON.stringify(owner)}.`, { code: "import_invalid", fix: "Name that user with --user." });
  return { isFramed: true, piece: { bytes: piece.bytes.subarray(end), before: piece.before + 1 } };
}

/** The last line if it is the end of an export: how many records stand before it, and the piece without it. */
export function withoutEnd(piece: LinePiece): { records: number | null; piece: LinePiece } {
  const last = piece.bytes.at(-1) === NEWLINE ? piece.bytes.length - 1 : piece.bytes.length;
  const from = last === 0 ? 0 : piece.bytes.lastIndexOf(NEWLINE, last - 1) + 1;
  const end = exportEnd.safeParse(parsed(piece.bytes.subarray(from, last)));
  return end.success ? { records: end.data.memories + end.data.turns, piece: { ...piece, bytes: piece.bytes.subarray(0, from) } } : { records: null, piece };
}
