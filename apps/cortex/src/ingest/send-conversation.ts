import type { CortexClient } from "@memory-cortex/client";
import { MAX_MESSAGES } from "@memory-cortex/models/wire";
import type { IngestResponse } from "@memory-cortex/models";

import { PATIENTLY } from "../client/service-client.ts";
import { batchesOf } from "./batches.ts";
import type { Batch } from "./batches.ts";
import type { Conversation } from "./conversation.ts";

/** What became of messages. */
export interface TurnCounts {
  accepted: number;
  duplicate: number;
  ignored: Record<string, number>;
}

/** Room for the ids that a request of a few short messages, or of one, is given. */
export const ID_BYTES = 700;

/** A conversation as requests that the service takes. */
export function batchesOfConversation(conversation: Conversation, bodyLimitBytes: number): Batch[] {
  return batchesOf(conversation, { bytes: Math.max(ID_BYTES, bodyLimitBytes - ID_BYTES), messages: MAX_MESSAGES });
}

function count(counts: TurnCounts, batch: Batch, answer: IngestResponse): void {
  const ignored = answer.ignored.filter(({ index }) => index >= batch.overlap);
  const fresh = batch.messages.length - batch.overlap;
  counts.accepted += answer.accepted;
  counts.duplicate += Math.max(0, fresh - answer.accepted - ignored.length);
  for (const { reason } of ignored) counts.ignored[reason] = (counts.ignored[reason] ?? 0) + 1;
}

/** Sends the requests of one conversation in order and adds to the counts. Throws a `CortexClientError` that waiting does not mend. */
export async function sendConversation(client: CortexClient, batches: readonly Batch[], { counts, onMessages }: { counts: TurnCounts; onMessages: (fresh: number) => void }): Promise<void> {
  for (const batch of batches) {
    count(counts, batch, await client.ingest({ ...batch.header, messages: batch.messages }, { ...PATIENTLY, repeatable: true }));
    onMessages(batch.messages.length - batch.overlap);
  }
}
