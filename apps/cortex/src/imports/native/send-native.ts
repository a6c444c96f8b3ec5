import { CortexClientError } from "@memory-cortex/client";
import type { ImportRequest } from "@memory-cortex/client";
import type { ImportResponse } from "@memory-cortex/models";

import type { FoundService } from "../../client/find-service.ts";
import { Problem, toProblem } from "../../problem.ts";
import { linePieces } from "./line-pieces.ts";
import type { LinePiece } from "./line-pieces.ts";
import { withoutEnd, withoutHeader } from "./native-frame.ts";

export interface NativeSending {
  found: Pick<FoundService, "client" | "userId">;
  path: string;
  /** Bytes of the file. */
  size: number;
  /** Of the query of the route, beside the user. */
  fields: Pick<ImportRequest, "dedupe" | "namespace">;
  dryRun: boolean;
  onBytes(done: number, total: number): void;
  /** Bytes that are sent at once. Default 48 MiB: less than the service takes. */
  pieceBytes?: number;
}

const PIECE_BYTES = 48 * 1_048_576;

/** The service counts the lines that it was sent, a person those of the file. */
function inLinesOfTheFile(error: unknown, before: number): unknown {
  if (!CortexClientError.isInstance(error) || error.code !== "import_invalid" || before === 0) return error;
  const { message, code, fix } = toProblem(error);
  const there = message.replaceAll(/\bline (\d+)/g, (_whole, number: string) => `line ${Number(number) + before}`);
  return new Problem(there, { code, ...(fix === null ? {} : { fix }), cause: error });
}

function nothing(dryRun: boolean): ImportResponse {
  return { dry_run: dryRun, lines: 0, memories: { imported: 0, duplicate: 0, forgotten: 0 }, turns: { imported: 0, duplicate: 0, forgotten: 0, ignored: 0 } };
}

function add(sum: ImportResponse, next: ImportResponse): void {
  sum.lines += next.lines;
  for (const name of ["imported", "duplicate", "forgotten"] as const) {
    sum.memories[name] += next.memories[name];
    sum.turns[name] += next.turns[name];
  }
  sum.turns.ignored += next.turns.ignored;
}

async function sendPiece({ found: { client, userId }, fields }: NativeSending, { bytes, before }: LinePiece, dryRun: boolean): Promise<ImportResponse> {
  try {
    return await client.importMemory({ ...fields, user_id: userId, dry_run: dryRun, lines: bytes });
  } catch (error) {
    throw inLinesOfTheFile(error, before);
  }
}

/** Each piece with whether it is the last. */
async function* marked(pieces: AsyncIterable<LinePiece>): AsyncGenerator<{ piece: LinePiece; isLast: boolean }> {
  let before: LinePiece | null = null;
  for await (const piece of pieces) {
    if (before !== null) yield { piece: before, isLast: false };
    before = piece;
  }
  if (before !== null) yield { piece: before, isLast: true };
}

/** A pass over a file that is sent in pieces; its first and last line are looked at here, as they stand in different pieces. */
async function pass(sending: NativeSending, { dryRun, from }: { dryRun: boolean; from: number }): Promise<ImportResponse> {
  const { path, found: { userId }, size, pieceBytes = PIECE_BYTES, onBytes } = sending;
  const sum = nothing(dryRun);
  let [isFramed, records, done] = [false, null as number | null, from];
  for await (const { piece, isLast } of marked(linePieces(path, pieceBytes))) {
    const first = piece.before === 0 ? withoutHeader(piece, userId) : { isFramed, piece };
    isFramed = first.isFramed;
    const last = isLast ? withoutEnd(first.piece) : { records: null, piece: first.piece };
    records = last.records;
    add(sum, await sendPiece(sending, last.piece, dryRun));
    done += piece.bytes.length;
    onBytes(done, sending.dryRun ? size : 2 * size);
  }
  if (isFramed && records !== sum.lines) throw new Problem("The export is not whole: lines are missing or were added.", { code: "import_invalid", fix: "Export again. Nothing was imported." });
  return sum;
}

/**
 * Sends a file: in one piece when it fits, which the service takes as a whole or not at all; else in several, all of which are checked before the
 * first is imported.
 */
export async function sendNative(sending: NativeSending): Promise<ImportResponse> {
  const { path, size, dryRun, pieceBytes = PIECE_BYTES, onBytes } = sending;
  if (size >= pieceBytes) {
    const checked = await pass(sending, { dryRun: true, from: 0 });
    return dryRun ? checked : pass(sending, { dryRun: false, from: size });
  }
  const sum = nothing(dryRun);
  for await (const piece of linePieces(path, pieceBytes)) add(sum, await sendPiece(sending, piece, dryRun));
  onBytes(size, size);
  return sum;
}
