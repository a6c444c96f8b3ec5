import { whyNoIngestion } from "./guards.ts";
import { messagesToSend } from "./messages-to-send.ts";
import { clientOf, nowOf } from "./runner-context.ts";
import type { RunnerContext } from "./runner-context.ts";
import type { FollowupRun, MemorySessionEntry } from "./session-entry.ts";
import { skipBecauseOf, skipQuietly } from "./skip.ts";

export interface MemoryCortexIngestion {
  /** How many turns were new to the service. */
  accepted: number;
  /** Why nothing was handed over. */
  skipped: string | null;
}

/**
 * Hands the whole session over to the service, which keeps what is new to it, within `ingestTimeoutMs`. Nobody needs to wait for it, and it
 * never rejects: what could not be handed over comes with the next turn, as the whole session does. Writes to the session
 * entry when the service has taken it.
 */
export async function runMemoryCortexIngestionIfNeeded(entry: MemorySessionEntry, run: FollowupRun, context: RunnerContext): Promise<MemoryCortexIngestion> {
  const { config, log } = context;
  const reason = whyNoIngestion(config, run);
  if (reason !== null) return { accepted: 0, skipped: skipQuietly(log, "ingestion", reason) };
  const messages = messagesToSend(run.messages ?? []);
  if (messages.length === 0) return { accepted: 0, skipped: skipQuietly(log, "ingestion", "no_messages") };
  try {
    const { accepted } = await clientOf(context).ingest(
      { messages, session_id: entry.key, channel: run.channelName || undefined, user_id: run.senderName ?? "", debounce: true },
      { timeoutMs: config.ingestTimeoutMs },
    );
    entry.memoryCortexIngestedAt = nowOf(context);
    return { accepted, skipped: null };
  } catch (error) {
    return { accepted: 0, skipped: skipBecauseOf(log, "ingestion", error) };
  }
}
