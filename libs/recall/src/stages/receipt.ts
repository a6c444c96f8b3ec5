import { createHash } from "node:crypto";

import type { Evidence } from "@memory-cortex/scoring";
import type { Receipt } from "@memory-cortex/store";

import type { Run } from "../run.ts";
import type { Dropped } from "./gate-items.ts";
import type { RerankReport } from "./rerank.ts";
import type { ScoredItem } from "./score-items.ts";

/** What a recall found and chose, for its receipt. */
export interface RecallTrace {
  skipped: string | null;
  /** How well the best of it fits the question, and what chance follows; null when nothing was searched. */
  evidence: (Evidence & { answerability: number }) | null;
  candidates: { words: number; meaning: Record<string, number>; graph: number; fused: number };
  chosen: readonly ScoredItem[];
  dropped: readonly Dropped[];
  packed: readonly string[];
  /** What stage 7 did; null without a reranker. */
  rerank: RerankReport | null;
  /** Ids that the narrative of an earlier recall rests on, when it stands in the context. */
  summary: readonly string[] | null;
  /** The receipt of the recall whose answer was given again. */
  answeredBefore?: string;
}

export const NOTHING_FOUND: RecallTrace = { skipped: null, evidence: null, candidates: { words: 0, meaning: {}, graph: 0, fused: 0 }, chosen: [], dropped: [], packed: [], rerank: null, summary: null };

const MOST_DROPPED = 50;

/** Stage 10: ids, scores, reasons and timings of a recall; never text, neither of memories nor of the question. */
export function makeReceipt(run: Run, trace: RecallTrace, at: number): Receipt {
  const { request } = run;
  const body = {
    kind: "memory-cortex.recall.receipt.v1",
    id: run.receiptId,
    at: new Date(at).toISOString(),
    query_hash: createHash("sha256").update(request.query).digest("hex").slice(0, 16),
    namespaces: run.realm.namespaces,
    preset: request.preset,
    limit: request.limit,
    skipped: trace.skipped,
    degraded: run.degraded,
    timings_ms: run.timings,
    evidence: trace.evidence,
    candidates: trace.candidates,
    ...(trace.rerank === null ? {} : { rerank: trace.rerank }),
    ...(trace.summary === null ? {} : { summary: trace.summary }),
    ...(trace.answeredBefore === undefined ? {} : { answered_before: trace.answeredBefore }),
    items: trace.chosen.map((item) => ({ ...numbersOf(item), packed: trace.packed.includes(item.document.id) })),
    left_out: trace.dropped.slice(0, MOST_DROPPED).map(({ item, reason, by }) => ({ ...essentialsOf(item), reason, ...(by === undefined ? {} : { by }) })),
  };
  return { id: run.receiptId, at, kind: "recall", body: JSON.stringify(body) };
}

function numbersOf(item: ScoredItem): Record<string, unknown> {
  const { words, meaning, hop } = item.candidate;
  return { ...essentialsOf(item), words: short(words), meaning: shortAll(meaning), ...(hop === null ? {} : { hop }), factors: shortAll(item.contributions) };
}

/** A receipt is written for every recall and kept for a month: of what was left out it keeps no more than needed. */
function essentialsOf({ document, candidate, score }: ScoredItem): Record<string, unknown> {
  return { id: document.id, kind: document.kind, score: short(score), relevance: short(candidate.relevance) };
}

const short = (value: number): number => Math.round(value * 1e4) / 1e4;
const shortAll = (values: Readonly<Record<string, number>>): Record<string, number> => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, short(value)]));
