/** One route as the client calls it. */
export interface RouteLine {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** As OpenAPI writes it: `/v1/memories/{id}`. */
  readonly path: string;
  /** Where a route has a body and query parameters: the fields that go into the query. Without it all go into the body, of GET and DELETE into the query. */
  readonly query?: readonly string[];
  /**
   * Whether the same request may be sent again when it is not known what became of the first one: "reads" changes nothing, "keyed" is
   * done once by the Idempotency-Key that goes with it. Otherwise it is sent again only when the service surely did nothing.
   */
  readonly again: "reads" | "keyed" | "never";
  /** The answer is text, not JSON. */
  readonly text?: true;
  /** The answer comes piece by piece, as long as somebody reads it. */
  readonly stream?: true;
  /** The field `lines` is the body, in this type; all other fields go into the query. */
  readonly lines?: string;
  /** Milliseconds for a call, where the usual limit is too short. */
  readonly timeoutMs?: number;
  /** Takes no fields: its method has the options first. */
  readonly bare?: true;
  /** A status that is an answer, not an error, when its body has no code. */
  readonly alsoAnswers?: number;
  /** The field with the service's own time limit in milliseconds, and its default: the call waits somewhat longer than that. */
  readonly limit?: { readonly field: string; readonly default: number };
}

const WHOSE = ["user_id", "namespace", "namespaces"] as const;

const TRANSFER_TIMEOUT_MS = 600_000;

/** Every route of the service by the name of its method, in the order of the documentation. */
export const ROUTES = {
  /** Takes a conversation; the whole history may be sent each turn. */
  ingest: { method: "POST", path: "/ingest", again: "keyed" },
  /** What a capture would remember and why not the rest; keeps nothing. */
  previewCapture: { method: "POST", path: "/v1/capture/preview", again: "reads" },
  /** Closes open windows and waits for derived work. */
  flush: { method: "POST", path: "/v1/flush", again: "reads", limit: { field: "timeout_ms", default: 30_000 } },
  /** What fits a query, best first, with a block for the prompt. */
  recall: { method: "POST", path: "/v1/recall", again: "reads" },
  /** The same candidates and scores without packing. */
  search: { method: "POST", path: "/v1/search", again: "reads" },
  /** Why these, why not the others, by stage. */
  explain: { method: "POST", path: "/v1/explain", again: "reads" },
  /** A narrative on a query, with the ids it rests on; needs a language model. */
  synthesize: { method: "POST", path: "/v1/synthesize", again: "reads", limit: { field: "deadline_ms", default: 15_000 } },
  /** How an earlier recall came about: ids, numbers and reasons. */
  getReceipt: { method: "GET", path: "/v1/receipts/{id}", again: "reads" },
  /** Keeps one statement. */
  remember: { method: "POST", path: "/v1/remember", again: "keyed" },
  /** Memories, newest first, in pages. */
  listMemories: { method: "GET", path: "/v1/memories", again: "reads" },
  /** One memory, also when it is retired. */
  getMemory: { method: "GET", path: "/v1/memories/{id}", again: "reads" },
  /** All versions of a memory, oldest first. */
  memoryHistory: { method: "GET", path: "/v1/memories/{id}/history", again: "reads" },
  /** Makes a new version; fields that are left out keep their value. */
  updateMemory: { method: "PUT", path: "/v1/memories/{id}", query: WHOSE, again: "never" },
  /** Retires a memory; with `forget` erases it. */
  deleteMemory: { method: "DELETE", path: "/v1/memories/{id}", again: "never" },
  /** Erases for good by session, source, words or ids; only shows what would go unless `dry_run` is false. */
  forget: { method: "POST", path: "/v1/forget", again: "keyed" },
  /** Memories and turns as a stream of lines, as a JSON array or as CSV. */
  exportMemory: { method: "POST", path: "/v1/export", again: "reads", stream: true, timeoutMs: TRANSFER_TIMEOUT_MS },
  /** Takes what an export gave, or lines like it; all of them are checked before anything is kept. */
  importMemory: { method: "POST", path: "/v1/import", again: "keyed", lines: "application/x-ndjson", timeoutMs: TRANSFER_TIMEOUT_MS },
  /** Open conflicts. */
  listConflicts: { method: "GET", path: "/v1/conflicts", again: "reads" },
  /** Says which memory stands; the others end. */
  resolveConflict: { method: "POST", path: "/v1/conflicts/{group}/resolve", again: "keyed" },
  /** People, places, projects and more that memory knows. */
  listEntities: { method: "GET", path: "/v1/entities", again: "reads" },
  /** One entity with its facts. */
  getEntity: { method: "GET", path: "/v1/entities/{id}", again: "reads" },
  /** Says that two entities are one. */
  mergeEntities: { method: "POST", path: "/v1/entities/{id}/merge", again: "keyed" },
  /** Takes back a merge. */
  unmergeEntity: { method: "POST", path: "/v1/entities/{id}/unmerge", again: "keyed" },
  /** Sessions of a user. */
  listSessions: { method: "GET", path: "/v1/sessions", again: "reads" },
  /** Turns of a session, in order. */
  listTurns: { method: "GET", path: "/v1/sessions/{session_id}/turns", again: "reads" },
  /** Figures of a user over all namespaces. */
  stats: { method: "GET", path: "/v1/stats", again: "reads" },
  /** Whether the process answers. */
  alive: { method: "GET", path: "/healthz", again: "reads", bare: true },
  /** Whether each part can work; `down` comes as an answer too. */
  readiness: { method: "GET", path: "/readyz", again: "reads", bare: true, alsoAnswers: 503 },
  /** Figures for Prometheus, as text. */
  metrics: { method: "GET", path: "/metrics", again: "reads", bare: true, text: true },
  /** The service's own description, OpenAPI 3.1. */
  openApi: { method: "GET", path: "/openapi.json", again: "reads", bare: true },
  /** The same as a page of HTML. */
  docs: { method: "GET", path: "/docs", again: "reads", bare: true, text: true },
  /** Older middleware: facts that fit a query. */
  hybridSearch: { method: "POST", path: "/hybrid-search", again: "reads" },
  /** Older middleware: facts that fit a query. */
  legacySearch: { method: "GET", path: "/search", again: "reads" },
  /** Older middleware: what is known about a query, as text. */
  legacyRecall: { method: "POST", path: "/recall", again: "reads" },
  /** Older middleware: keeps a fact. */
  legacyStore: { method: "POST", path: "/store", again: "keyed" },
  /** Older middleware: the newest facts. */
  legacyRecent: { method: "GET", path: "/recent", again: "reads" },
  /** Older middleware: state and figures. */
  legacyHealth: { method: "GET", path: "/health", again: "reads", bare: true },
  /** Older middleware: figures over all users that the token may see. */
  legacyStats: { method: "GET", path: "/stats", again: "reads", bare: true },
} as const satisfies Record<string, RouteLine>;

export type RouteName = keyof typeof ROUTES;
