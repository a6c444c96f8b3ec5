import type { Clock, Memory, MemoryView, Realm, RememberRequest, RememberResponse, UpdateRequest } from "@memory-cortex/models";
import type { Forgetting, Portable } from "@memory-cortex/formation";
import type { RecallService } from "@memory-cortex/recall";
import type { Store } from "@memory-cortex/store";
import type { HealthReport } from "@memory-cortex/telemetry";

/** Statements that clients write and read one by one: formation fulfils it. */
export interface MemoryService {
  remember(realm: Realm, request: RememberRequest): Promise<RememberResponse>;
  /** The new version. Throws `not_found`. */
  update(realm: Realm, id: string, request: UpdateRequest): Promise<Memory>;
  /** Ends a memory without erasing it. Throws `not_found`. */
  retire(realm: Realm, id: string): Promise<void>;
  /** Erases a memory for good. Throws `not_found`. */
  erase(realm: Realm, id: string): Promise<void>;
  toMemoryView(memory: Memory): MemoryView;
}

/** What the routes need from outside. */
export interface RecallApiServices {
  recall: Pick<RecallService, "recall" | "search" | "searchRaw" | "explain" | "synthesize" | "receipt">;
  memories: MemoryService;
  forgetting: Forgetting;
  portable: Portable;
  store: Pick<
    Store,
    "users" | "userExists" | "getMemory" | "listMemories" | "getDocuments" | "listSessions" | "listTurns" | "stats" | "history" | "listConflicts" | "resolveConflict"
    | "listEntities" | "getEntity" | "mergeEntities" | "unmergeEntity" | "llmUsage"
  >;
  clock: Clock;
  /** Asks every part how it is. */
  readiness(): Promise<HealthReport>;
  /** In the text format of Prometheus. */
  metrics(): Promise<string>;
}
