import type { CallOptions, ReadinessResponse, StatsResponse } from "@memory-cortex/client";

import type { Realm } from "../isolation/realm.ts";
import type { Plugin } from "../plugin.ts";
import type { HitBook } from "./hit-book.ts";
import { readMemoryFile } from "./read-memory-file.ts";
import type { Excerpt } from "./read-memory-file.ts";
import { readRecord } from "./read-record.ts";
import { readRecordPath } from "./record-paths.ts";
import { searchMemory } from "./search-memory.ts";
import type { Hit, Source } from "./search-memory.ts";
import { isOwners } from "./session-scope.ts";
import type { WorkspaceIndex } from "./workspace-index.ts";

export interface ManagerQuestion {
  plugin: Plugin;
  index: WorkspaceIndex;
  book: HitBook;
  agentId: string;
  /** Workspace of the agent; null where the host names none. */
  workspace: string | null;
  /** Whose memory a session may see; null when nobody can tell. */
  realmFor(sessionKey: string | undefined): Realm | null;
}

interface SearchOptions {
  maxResults?: number;
  minScore?: number;
  sessionKey?: string;
  /** The host waits for a reply: no embedding. Our words and meaning are one quick question, so it only shortens the time. */
  lexicalOnly?: boolean;
  sources?: readonly Source[];
  signal?: AbortSignal;
  onDebug?: (debug: { backend: "builtin"; effectiveMode: string; fallback?: string }) => void;
}

interface Probe {
  ok: boolean;
  error?: string;
  checked: true;
  checkedAtMs: number;
}

/** What the host asks a memory for: search, files, state. */
export interface SearchManager {
  search(query: string, options?: SearchOptions): Promise<Hit[]>;
  readFile(place: { relPath: string; from?: number; lines?: number }): Promise<Excerpt>;
  status(): Record<string, unknown>;
  getCachedEmbeddingAvailability(): Probe | null;
  probeEmbeddingAvailability(): Promise<Probe>;
  probeVectorStoreAvailability(): Promise<boolean>;
  probeVectorAvailability(): Promise<boolean>;
  /** Asks the service how it is, so that `status` has something to say. Never rejects. */
  refresh(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

const SEARCH_MS = 5_000;
const REPLY_SEARCH_MS = 1_000;
const PROBE_MS = 3_000;
const DEFAULT_RESULTS = 6;

interface Seen {
  readiness: ReadinessResponse | null;
  stats: StatsResponse | null;
  files: number;
  trouble: string | null;
  at: number;
}

export function createSearchManager(question: ManagerQuestion): SearchManager {
  const { plugin } = question;
  let seen: Seen | null = null;
  const refresh = async (timeoutMs: number): Promise<void> => {
    seen = await look(question, { timeoutMs, retries: 0 });
  };
  const probe = async (): Promise<Probe> => {
    await refresh(PROBE_MS);
    return meaningOf(seen!);
  };
  return {
    search: (query, options = {}) => search(question, query, options),
    readFile: (place) => read(question, place),
    status: () => statusOf(question, seen),
    getCachedEmbeddingAvailability: () => (seen === null ? null : meaningOf(seen)),
    probeEmbeddingAvailability: probe,
    probeVectorStoreAvailability: async () => (await probe(), seen?.trouble === null),
    probeVectorAvailability: async () => (await probe()).ok,
    refresh,
    close: async () => plugin.log.debug?.("memory-cortex: search manager closed"),
  };
}

async function search({ plugin, index, book, workspace, realmFor }: ManagerQuestion, query: string, options: SearchOptions): Promise<Hit[]> {
  const realm = realmFor(options.sessionKey);
  if (realm === null || query.trim() === "") {
    if (realm === null) plugin.log.debug?.("memory-cortex: a search that does not say for which conversation it is found nothing: channels are set up, so it could be anybody's");
    return [];
  }
  const found = await searchMemory(plugin, index, {
    query, realm, workspace: isOwners(realm) ? workspace : null, sources: options.sources ?? ["memory", "sessions"],
    maxResults: Math.min(200, Math.max(1, Math.floor(options.maxResults ?? DEFAULT_RESULTS))), minScore: options.minScore ?? 0,
    timeoutMs: options.lexicalOnly === true ? REPLY_SEARCH_MS : SEARCH_MS, signal: options.signal,
  });
  book.note(found.hits, realm);
  options.onDebug?.({ backend: "builtin", effectiveMode: "hybrid", ...(found.warnings.length === 0 ? {} : { fallback: found.warnings.join(" ") }) });
  return found.hits;
}

async function read({ plugin, workspace, realmFor }: ManagerQuestion, { relPath, from, lines }: { relPath: string; from?: number; lines?: number }): Promise<Excerpt> {
  const realm = realmFor(undefined);
  if (realm === null || !isOwners(realm)) return { status: "not_found", text: "", path: relPath };
  const record = readRecordPath(relPath);
  if (record !== null) return readRecord(plugin.client, { record, realm, from, lines }, { timeoutMs: SEARCH_MS });
  if (workspace === null) return { status: "not_found", text: "", path: relPath };
  return readMemoryFile({ workspace, path: relPath, from, lines });
}

async function look({ plugin, index, workspace, realmFor }: ManagerQuestion, options: CallOptions): Promise<Seen> {
  const at = plugin.now();
  const realm = realmFor(undefined);
  const files = workspace === null ? 0 : await index.read(workspace).then((read) => read.files, () => 0);
  try {
    const [readiness, stats] = await Promise.all([
      plugin.client.readiness(options),
      realm === null ? null : plugin.client.stats({ user_id: realm.userId }, options).catch(() => null),
    ]);
    plugin.service.answered();
    return { readiness, stats, files, trouble: null, at };
  } catch (error) {
    const { sentence, fix } = plugin.service.failed(error);
    return { readiness: null, stats: null, files, trouble: `${sentence} ${fix}`, at };
  }
}

/** Whether the service searches by meaning as well as by words. */
function meaningOf({ readiness, trouble, at }: Seen): Probe {
  const common = { checked: true as const, checkedAtMs: at };
  if (trouble !== null) return { ok: false, error: trouble, ...common };
  const embedders = Object.entries(readiness?.parts ?? {}).filter(([part]) => part.startsWith("embedder:"));
  if (embedders.some(([, { status }]) => status !== "down")) return { ok: true, ...common };
  return { ok: false, error: embedders.map(([part, { why }]) => `${part}: ${why ?? "down"}`).join("; ") || "The service has no embedder: it searches by words.", ...common };
}

function statusOf({ plugin, workspace, agentId }: ManagerQuestion, seen: Seen | null): Record<string, unknown> {
  const meaning = seen === null ? null : meaningOf(seen);
  const memories = seen?.stats?.active_memories ?? 0;
  const turns = seen?.stats?.turns ?? 0;
  return {
    backend: "builtin", provider: "memory-cortex", model: plugin.client.url, requestedProvider: "memory-cortex",
    files: seen?.files ?? 0, chunks: memories + turns, dirty: false, sources: ["memory", "sessions"],
    sourceCounts: [{ source: "memory", files: seen?.files ?? 0, chunks: memories }, { source: "sessions", files: seen?.stats?.sessions ?? 0, chunks: turns }],
    ...(workspace === null ? {} : { workspaceDir: workspace }),
    ...(seen?.trouble == null ? {} : { lastSyncError: seen.trouble }),
    fts: { enabled: true, available: seen?.trouble === null, ...(seen?.trouble == null ? {} : { error: seen.trouble }) },
    vector: { enabled: true, available: meaning?.ok ?? false, semanticAvailable: meaning?.ok ?? false, storeAvailable: seen?.trouble === null, ...(meaning?.error === undefined ? {} : { loadError: meaning.error }) },
    custom: { service: plugin.client.url, agentId, checkedAtMs: seen?.at ?? null, state: seen?.readiness?.status ?? (seen === null ? "unchecked" : "away"), searchMode: meaning?.ok === false ? "fts-only" : "hybrid" },
  };
}
