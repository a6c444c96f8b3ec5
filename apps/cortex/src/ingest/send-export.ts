import { setTimeout as wait } from "node:timers/promises";

import { MAX_MESSAGES } from "@memory-cortex/models/wire";
import type { IngestResponse } from "@memory-cortex/models";

import { ServiceProblem } from "../client/service-client.ts";
import type { ServiceClient } from "../client/service-client.ts";
import { batchesOf } from "./batches.ts";
import type { Batch } from "./batches.ts";
import { knownAgain } from "./known-again.ts";
import type { BadRecord, Conversation } from "./conversation.ts";
import type { ImportStateFile } from "./import-state.ts";

/** What became of an export. Messages that two requests share count once. */
export interface SendReport {
  conversations: number;
  accepted: number;
  duplicate: number;
  ignored: Record<string, number>;
  /** Conversations that an earlier, interrupted run had sent. */
  resumed: number;
  refused: BadRecord[];
}

export interface SendOptions {
  client: ServiceClient;
  state: ImportStateFile;
  bodyLimitBytes: number;
  /** Conversations of the file to pass over, as an earlier run sent them. */
  resumeAt: number;
  onMessages(sent: number, total: number): void;
}

/** Room for the ids that a request of a few short messages, or of one, is given. */
const ID_BYTES = 700;
const ATTEMPTS = 8;
const FIRST_WAIT_MS = 250;
/** Statuses that are worth another try. */
const PASSING = new Set([429, 503]);
/** Statuses that say something of the record, not of the service: the other records may still go. */
const OF_THE_RECORD = new Set([400, 413, 422]);

async function post(client: ServiceClient, batch: Batch): Promise<IngestResponse> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.post<IngestResponse>("/ingest", { ...batch.header, messages: batch.messages });
    } catch (error) {
      if (!(error instanceof ServiceProblem) || !PASSING.has(error.status) || attempt >= ATTEMPTS) throw error;
      await wait(error.retryAfterSeconds === null ? FIRST_WAIT_MS * 2 ** (attempt - 1) : Math.min(60, error.retryAfterSeconds) * 1_000);
    }
  }
}

function count(report: SendReport, batch: Batch, answer: IngestResponse): void {
  const ignored = answer.ignored.filter(({ index }) => index >= batch.overlap);
  const fresh = batch.messages.length - batch.overlap;
  report.accepted += answer.accepted;
  report.duplicate += Math.max(0, fresh - answer.accepted - ignored.length);
  for (const { reason } of ignored) report.ignored[reason] = (report.ignored[reason] ?? 0) + 1;
}

/**
 * Sends conversations in the order of the file and notes after each how far it came. Sending again is safe: the service keeps each
 * turn once. A record that the service refuses is reported and the others go on. Throws what ends the whole run.
 */
export async function sendExport(conversations: readonly Conversation[], options: SendOptions): Promise<SendReport> {
  const { client, state, resumeAt } = options;
  const report: SendReport = { conversations: 0, accepted: 0, duplicate: 0, ignored: {}, resumed: resumeAt, refused: [] };
  const total = conversations.reduce((sum, { messages }) => sum + messages.length, 0);
  let sent = conversations.slice(0, resumeAt).reduce((sum, { messages }) => sum + messages.length, 0);
  const named = knownAgain();
  for (const [index, conversation] of conversations.entries()) {
    const batches = batchesOf(conversation, { bytes: Math.max(ID_BYTES, options.bodyLimitBytes - ID_BYTES), messages: MAX_MESSAGES }).map(named);
    if (index < resumeAt) continue;
    try {
      for (const batch of batches) {
        count(report, batch, await post(client, batch));
        sent += batch.messages.length - batch.overlap;
        options.onMessages(sent, total);
      }
      report.conversations += 1;
    } catch (error) {
      if (!(error instanceof ServiceProblem) || !OF_THE_RECORD.has(error.status)) throw error;
      report.refused.push({ place: conversation.place, reason: error.message });
    }
    await state.write({ conversations: index + 1, turns: report.accepted + report.duplicate });
  }
  return report;
}
