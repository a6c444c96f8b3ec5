import { realmOf, writeNamespace } from "@memory-cortex/models";
import type { Clock, FlushRequest, FlushResponse, IdSource, IngestRequest, IngestResponse } from "@memory-cortex/models";
import type { Queue } from "@memory-cortex/queue";
import type { SessionHeader, Store } from "@memory-cortex/store";

import { cleanMessages } from "../clean/clean-messages.ts";
import { silentLog } from "../formation-log.ts";
import type { FormationLog } from "../formation-log.ts";
import { appendNewTurns } from "./append-new-turns.ts";
import type { AppendServices } from "./append-new-turns.ts";
import { flushUser } from "./flush-user.ts";
import { createKeyedLock } from "./keyed-lock.ts";
import { DEFAULT_DEBOUNCE, wakeWorkers } from "./wake-workers.ts";
import type { DebounceSettings } from "./wake-workers.ts";

export interface ConversationServices {
  store: Store;
  queue: Queue;
  clock: Clock;
  ids: IdSource;
  debounce?: DebounceSettings;
  log?: FormationLog;
  /** {@link cleanMessages} unless something else cleans. */
  clean?: typeof cleanMessages;
  /** {@link FormationThread.describe}, where long texts may not hold up others. */
  describe?: NonNullable<AppendServices["describe"]>;
  /** Waited for before new turns are read: lets what is more urgent pass. */
  letPass?: () => Promise<void>;
}

export interface Conversations {
  /**
   * `POST /ingest`: everything accepted is in the store when it resolves, searchable by words. accepted + duplicate + ignored are all
   * messages; what was forgotten of the session is ignored. Throws `invalid_realm`, `revision_conflict`, `store_unavailable` or `disk_full`; then nothing of the request was kept.
   */
  ingest(request: IngestRequest): Promise<IngestResponse>;
  /** `POST /v1/flush`: closes open windows and waits for derived work, up to `timeout_ms`. */
  flush(request: FlushRequest): Promise<FlushResponse>;
}

/** The remember path up to the acknowledgement: clean, align, append, wake. */
export function createConversations(services: ConversationServices): Conversations {
  const { store, queue, clean = cleanMessages, debounce = DEFAULT_DEBOUNCE, log = silentLog, letPass } = services;
  const sessions = createKeyedLock();
  return {
    async ingest(request) {
      const realm = realmOf(request.user_id, request.namespace === undefined ? undefined : [request.namespace]);
      const namespace = writeNamespace(realm);
      const key = JSON.stringify([request.user_id, namespace, request.session_id]);
      // In line from the start: whatever waits in between, what comes first is stored first.
      const { kept, ignored, alignment } = await sessions.run(key, async () => {
        await letPass?.();
        const cleaned = await clean(request.messages);
        return { ...cleaned, alignment: await appendNewTurns(services, { realm, session: headerOf(request), messages: cleaned.kept }) };
      });
      const summaries = alignment.summaries.map((at) => ({ index: kept[at]!.index, reason: "summary" as const }));
      const forgotten = alignment.forgotten.map((at) => ({ index: kept[at]!.index, reason: "forgotten" as const }));
      const accepted = alignment.turnIds.size;
      if (accepted > 0 || !request.debounce) {
        await wakeWorkers({ queue, log }, { userId: request.user_id, namespace, sessionId: request.session_id, debounce: request.debounce ? debounce : null });
      }
      return {
        ...(request.debounce ? { status: "debounced", debounce_seconds: debounce.waitMs / 1_000 } : { status: "accepted" }),
        session_id: request.session_id,
        accepted,
        duplicate: alignment.duplicates.length,
        ignored: [...ignored, ...summaries, ...forgotten].sort((a, b) => a.index - b.index),
      };
    },
    flush: (request) => flushUser({ store, queue, log }, request),
  };
}

function headerOf(request: IngestRequest): SessionHeader {
  return { sessionId: request.session_id, channel: request.channel ?? null, agentId: request.agent_id ?? null, project: request.project ?? null };
}
