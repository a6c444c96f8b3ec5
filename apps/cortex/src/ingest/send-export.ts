import { CortexClientError } from "@memory-cortex/client";
import type { CortexClient } from "@memory-cortex/client";

import { toProblem } from "../problem.ts";
import { knownAgain } from "./known-again.ts";
import type { BadRecord, Conversation } from "./conversation.ts";
import type { ImportStateFile } from "./import-state.ts";
import { batchesOfConversation, sendConversation } from "./send-conversation.ts";
import type { TurnCounts } from "./send-conversation.ts";

/** What became of an export. Messages that two requests share count once. */
export interface SendReport extends TurnCounts {
  conversations: number;
  /** Conversations that an earlier, interrupted run had sent. */
  resumed: number;
  refused: BadRecord[];
}

export interface SendOptions {
  client: CortexClient;
  state: ImportStateFile;
  bodyLimitBytes: number;
  /** Conversations of the file to pass over, as an earlier run sent them. */
  resumeAt: number;
  onMessages(sent: number, total: number): void;
}

/** Statuses that say something of the record, not of the service: the other records may still go. */
export const OF_THE_RECORD: ReadonlySet<number> = new Set([400, 413, 422]);

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
    const batches = batchesOfConversation(conversation, options.bodyLimitBytes).map(named);
    if (index < resumeAt) continue;
    try {
      await sendConversation(client, batches, { counts: report, onMessages: (fresh) => options.onMessages((sent += fresh), total) });
      report.conversations += 1;
    } catch (error) {
      if (!CortexClientError.isInstance(error) || !OF_THE_RECORD.has(error.status)) throw error;
      report.refused.push({ place: conversation.place, reason: toProblem(error).message });
    }
    await state.write({ conversations: index + 1, turns: report.accepted + report.duplicate });
  }
  return report;
}
