import type { RecallItem, SearchResponse } from "@memory-cortex/client";

import type { Realm } from "../isolation/realm.ts";
import type { Plugin } from "../plugin.ts";
import { missingParts } from "./missing-parts.ts";
import { rankPassages } from "./rank-passages.ts";
import { recordPathOf } from "./record-paths.ts";
import { originOf } from "./workspace-files.ts";
import type { OriginClass } from "./workspace-files.ts";
import type { WorkspaceIndex } from "./workspace-index.ts";

export type Source = "memory" | "sessions";

/** One hit in the host's shape. */
export interface Hit {
  path: string;
  startLine: number;
  endLine: number;
  score: number;
  textScore?: number;
  snippet: string;
  source: Source;
  citation: string;
  provenance: { originClass: OriginClass; sessionKind: "interactive" | "unknown"; observedAt: number };
}

export interface Search {
  query: string;
  realm: Realm;
  /** Where the files lie that may be searched; null: none may. */
  workspace: string | null;
  sources: readonly Source[];
  maxResults: number;
  minScore: number;
  /** Milliseconds for the service. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface Found {
  hits: Hit[];
  /** Why part of memory is missing; empty when nothing is. */
  warnings: string[];
  /** Of the service; null when it was not asked or did not answer. */
  receiptId: string | null;
  serviceAnswered: boolean;
}

const LONGEST_SNIPPET = 700;

/**
 * Files of the workspace by words, memories and conversations by the service, merged by score. Each side may fail alone: then the other's hits
 * come with a warning. Never throws but for an abort of the caller.
 */
export async function searchMemory(plugin: Plugin, index: WorkspaceIndex, search: Search): Promise<Found> {
  const [service, files] = await Promise.all([searchService(plugin, search), searchFiles(plugin, index, search)]);
  search.signal?.throwIfAborted();
  const hits = [...service.hits, ...files.hits]
    .filter(({ score }) => score >= search.minScore)
    .sort((one, other) => other.score - one.score || one.path.localeCompare(other.path))
    .slice(0, search.maxResults);
  return { hits, warnings: [...service.warnings, ...files.warnings], receiptId: service.receiptId, serviceAnswered: service.serviceAnswered };
}

const NO_HITS: Found = { hits: [], warnings: [], receiptId: null, serviceAnswered: false };

async function searchService(plugin: Plugin, { query, realm, sources, maxResults, timeoutMs, signal }: Search): Promise<Found> {
  const kinds = [...(sources.includes("memory") ? (["memory", "chunk"] as const) : []), ...(sources.includes("sessions") ? (["turn"] as const) : [])];
  if (kinds.length === 0) return NO_HITS;
  const request = { query, user_id: realm.userId, namespace: realm.namespace, limit: Math.min(200, maxResults), deadline_ms: Math.max(1, timeoutMs - 200), kinds: [...kinds] };
  try {
    const answer: SearchResponse = await plugin.client.search(request, { timeoutMs, retries: 0, ...(signal === undefined ? {} : { signal }) });
    plugin.service.answered();
    const missing = missingParts(answer.degraded);
    const warnings = missing.length === 0 ? [] : [`Part of memory was not searched in time (${missing.join(", ")}).`];
    return { hits: answer.items.map(hitOf), warnings, receiptId: answer.receipt_id, serviceAnswered: true };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    // Nobody was ever remembered here: an answer, though an empty one.
    if (isUnknownUser(error)) return { ...NO_HITS, serviceAnswered: true };
    const { sentence, fix } = plugin.service.failed(error);
    return { ...NO_HITS, warnings: [`Memories and conversations were not searched: ${sentence} ${fix}`] };
  }
}

const isUnknownUser = (error: unknown): boolean => typeof error === "object" && error !== null && "code" in error && error.code === "unknown_user";

function hitOf(item: RecallItem): Hit {
  const isTurn = item.kind === "turn" && item.session_id !== null;
  const path = recordPathOf(isTurn ? { kind: "turn", sessionId: item.session_id!, id: item.id } : { kind: "memory", id: item.id });
  return {
    path, startLine: 1, endLine: Math.max(1, item.text.split("\n").length), score: item.score, snippet: `${item.observed_at.slice(0, 10)}${item.speaker === null ? "" : ` ${item.speaker}`}: ${cut(item.text)}`,
    source: isTurn ? "sessions" : "memory", citation: path,
    // What was said may quote anybody, so the host must not put it into prompts by itself: that is autoRecall's work, under its notice.
    provenance: { originClass: "untrusted", sessionKind: isTurn ? "interactive" : "unknown", observedAt: Date.parse(item.observed_at) },
  };
}

const cut = (text: string): string => (text.length <= LONGEST_SNIPPET ? text : `${text.slice(0, LONGEST_SNIPPET - 1).toWellFormed()}…`);

async function searchFiles(plugin: Plugin, index: WorkspaceIndex, { query, workspace, sources, maxResults }: Search): Promise<Found> {
  if (workspace === null || !sources.includes("memory")) return NO_HITS;
  try {
    const { passages, leftOut } = await index.read(workspace);
    const hits = rankPassages(passages, query, { now: plugin.now(), limit: maxResults }).map(({ passage, score }): Hit => ({
      path: passage.path, startLine: passage.startLine, endLine: passage.endLine, score, textScore: score, snippet: cut(passage.text), source: "memory",
      citation: `${passage.path}#L${String(passage.startLine)}-L${String(passage.endLine)}`,
      provenance: { originClass: originOf(passage.path) ?? "untrusted", sessionKind: "unknown", observedAt: passage.changedAt },
    }));
    return { ...NO_HITS, hits, warnings: leftOut === 0 ? [] : [`${String(leftOut)} memory files were left out: too large, not readable, or links to somewhere else.`] };
  } catch (error) {
    plugin.log.warn(`memory-cortex: memory files could not be searched: ${error instanceof Error ? error.message : String(error)}`);
    return { ...NO_HITS, warnings: ["Memory files could not be searched."] };
  }
}
