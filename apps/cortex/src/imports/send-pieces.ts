import { createHash } from "node:crypto";

import { CortexClientError } from "@memory-cortex/client";
import type { CortexClient } from "@memory-cortex/client";
import type { RememberResponse } from "@memory-cortex/models";

import { PATIENTLY } from "../client/service-client.ts";
import type { BadRecord } from "../ingest/conversation.ts";
import type { ImportStateFile } from "../ingest/import-state.ts";
import { batchesOfConversation, sendConversation } from "../ingest/send-conversation.ts";
import type { TurnCounts } from "../ingest/send-conversation.ts";
import { OF_THE_RECORD } from "../ingest/send-export.ts";
import { Problem, toProblem } from "../problem.ts";
import type { ForeignReader } from "./foreign-reader.ts";
import type { Fact, Piece } from "./piece.ts";

/** What became of a source. */
export interface ImportReport extends TurnCounts {
  conversations: number;
  /** Statements that are memories now, and were none before. */
  created: number;
  /** Statements that were known. */
  known: number;
  /** Statements that took the place of older ones, and that contradict one: both are memories now, too. */
  superseded: number;
  conflicts: number;
  /** Statements that were erased here once, and stay so. */
  forgotten: number;
  /** Conversations and statements that an earlier, interrupted run had sent. */
  resumed: number;
  refused: BadRecord[];
}

export interface SendPiecesOptions {
  client: CortexClient;
  state: ImportStateFile;
  bodyLimitBytes: number;
  /** Conversations and statements to pass over, as an earlier run sent them. */
  resumeAt: number;
  /** Name of this import: its requests are its own. */
  run: string;
  leaveOutKnown: ForeignReader["leaveOutKnown"];
  /** Whether what does not fit is passed over: then it was told of already. */
  skipInvalid: boolean;
  /** Messages and statements that were sent or passed over. */
  onSent(count: number): void;
}

/** Statements are small: a kill costs no more than sending so many again. */
const STATEMENTS_A_NOTE = 25;

const changed = (): Problem =>
  new Problem("The source was changed while it was read.", { code: "source_changed", fix: "Run the same command again: what was sent already is known." });

/**
 * The same for the same statement in the same import, so that one which is sent again after a kill is kept once. A later import has keys of its own: it
 * shall hear what the service knows, not what it answered then.
 */
const keyOf = (fact: Fact, run: string): string => `import-${createHash("sha256").update(JSON.stringify([run, fact.request])).digest("hex")}`;

function countAnswer(report: ImportReport, { outcome }: RememberResponse): void {
  if (outcome === "created") report.created += 1;
  else if (outcome === "superseded") report.superseded += 1;
  else if (outcome === "conflict") report.conflicts += 1;
  else report.known += 1;
}

async function sendFact(fact: Fact, report: ImportReport, { client, run }: SendPiecesOptions): Promise<void> {
  try {
    countAnswer(report, await client.remember(fact.request, { ...PATIENTLY, idempotencyKey: keyOf(fact, run) }));
  } catch (error) {
    if (!CortexClientError.isInstance(error) || error.code !== "forgotten") throw error;
    report.forgotten += 1;
  }
}

const sizeOf = (piece: Piece): number => (piece.kind === "conversation" ? piece.conversation.messages.length : piece.kind === "fact" ? 1 : 0);
const placeOf = (piece: Piece): string => (piece.kind === "conversation" ? piece.conversation.place : piece.kind === "fact" ? piece.fact.place : "");

async function sendPiece(piece: Piece, report: ImportReport, options: SendPiecesOptions): Promise<void> {
  const { client, bodyLimitBytes } = options;
  if (piece.kind === "fact") await sendFact(piece.fact, report, options);
  if (piece.kind !== "conversation") return;
  const unknown = (await options.leaveOutKnown?.(piece.conversation, client)) ?? piece.conversation;
  report.duplicate += piece.conversation.messages.length - unknown.messages.length;
  await sendConversation(client, batchesOfConversation(unknown, bodyLimitBytes), { counts: report, onMessages: () => undefined });
  report.conversations += 1;
}

/**
 * Sends conversations and statements in the order of the source and notes how far it came. Sending again is safe: the service keeps each
 * turn and each statement once. A record that the service refuses is reported and the others go on. Throws what ends the whole run.
 */
export async function sendPieces(pieces: AsyncIterable<Piece>, options: SendPiecesOptions): Promise<ImportReport> {
  const { state, resumeAt, run } = options;
  const report: ImportReport = { conversations: 0, accepted: 0, duplicate: 0, ignored: {}, created: 0, known: 0, superseded: 0, conflicts: 0, forgotten: 0, resumed: resumeAt, refused: [] };
  const note = (conversations: number) => state.write({ conversations, turns: report.accepted + report.duplicate, memories: report.created + report.conflicts, run });
  if (resumeAt === 0) await note(0);
  let [units, sinceNote] = [0, 0];
  for await (const piece of pieces) {
    if (piece.kind === "left_out") continue;
    if (piece.kind === "flaw") {
      if (options.skipInvalid) continue;
      throw changed();
    }
    units += 1;
    if (units > resumeAt) {
      try {
        await sendPiece(piece, report, options);
      } catch (error) {
        if (!CortexClientError.isInstance(error) || !OF_THE_RECORD.has(error.status)) throw error;
        report.refused.push({ place: placeOf(piece), reason: toProblem(error).message });
      }
      sinceNote += 1;
      if (piece.kind === "conversation" || sinceNote >= STATEMENTS_A_NOTE) {
        await note(units);
        sinceNote = 0;
      }
    }
    options.onSent(sizeOf(piece));
  }
  return report;
}
