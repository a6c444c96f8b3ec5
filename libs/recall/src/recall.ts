import type { RecallRequest, RecallResponse, SearchRequest } from "@memory-cortex/models";
import { answerability, mayBeKnown } from "@memory-cortex/scoring";
import type { Evidence } from "@memory-cortex/scoring";

import type { Afterwards } from "./afterwards.ts";
import { isLeftOut, openRun, timed } from "./run.ts";
import type { Run } from "./run.ts";
import type { RerankGate } from "./rerank/rerank-gate.ts";
import type { RecallServices } from "./services.ts";
import { mostNeeded } from "./stages/candidates.ts";
import { conflictsOf } from "./stages/conflicts.ts";
import { diversify } from "./stages/diversify.ts";
import { fuse } from "./stages/fuse.ts";
import type { Fusion } from "./stages/fuse.ts";
import { gateItems } from "./stages/gate-items.ts";
import { gatePrompt } from "./stages/gate-prompt.ts";
import { runLegs } from "./stages/legs.ts";
import type { Found } from "./stages/legs.ts";
import { pack } from "./stages/pack.ts";
import { presentItems } from "./stages/present.ts";
import { rank } from "./stages/rank.ts";
import type { RankedCandidate } from "./stages/rank.ts";
import { makeReceipt, NOTHING_FOUND } from "./stages/receipt.ts";
import type { RecallTrace } from "./stages/receipt.ts";
import { rerank } from "./stages/rerank.ts";
import { scoreItems } from "./stages/score-items.ts";
import type { ScoredItem } from "./stages/score-items.ts";
import { summary } from "./stages/summary.ts";
import type { Summary } from "./stages/summary.ts";
import { isWorthPacking } from "./stages/worth-packing.ts";
import type { KeptNarrative, NarrativeShelf } from "./synthesis/narratives.ts";
import type { WeightingCache } from "./weighting-cache.ts";

const NOTHING_PACKED = { context: "", tokens: 0, packed: [], summarised: false };

/** A finished recall: the answer for the client, and how it came about. */
export interface RecallOutcome {
  response: RecallResponse;
  run: Run;
  trace: RecallTrace;
  terms: readonly string[];
  /** What the stages handed on, for explaining; null when nothing was searched. */
  stages: RecallStages | null;
  /** The narrative that stands in the context. */
  summary: Summary | null;
}

export interface RecallStages {
  found: Found;
  fusion: Fusion;
  ranked: readonly RankedCandidate[];
  /** Best first. */
  scored: readonly ScoredItem[];
}

export interface RecallParts {
  services: RecallServices;
  weightings: WeightingCache;
  afterwards: Afterwards;
  /** Null: the order of the best stays as it is. */
  reranker: RerankGate | null;
  /** Null: no narrative is kept. */
  narratives: NarrativeShelf | null;
}

/**
 * Packing is left out of a search: no context, and trivial prompts are searched for like any other. An explanation shows what a
 * recall would do, for trivial prompts too.
 */
export type RecallWish = ({ mode: "recall" | "explain"; request: RecallRequest } | { mode: "search"; request: SearchRequest }) & {
  /** On the monotonic clock: a recall may have waited for its turn. */
  arrivedAt: number;
  /** Only what an agent was given counts as an access: looking and measuring leave no trace in later scores. */
  counts: boolean;
  /** The narrative that is kept for the conversation, where it was looked for already. */
  narrative?: KeptNarrative | null;
};

/** The recall path of design section 2, stage by stage. Never throws for what is slow or broken below it: it degrades. */
export async function recall(parts: RecallParts, wish: RecallWish): Promise<RecallOutcome> {
  const run = openRun(parts.services, wish.request, wish.arrivedAt);
  run.timings["wait"] = Math.round(run.deadline.elapsedMs() * 1_000) / 1_000;
  const skip = wish.mode === "recall" ? gatePrompt(wish.request.query) : null;
  if (skip !== null) return finish(parts, run, { wish, trace: { ...NOTHING_FOUND, skipped: skip }, terms: [], items: [], context: "", tokens: 0, stages: null, summary: null });

  const found = await timed(run, "legs", () => runLegs(run, parts.weightings));
  const fused = await timed(run, "fuse", () => fuse(run, found, wish.mode === "explain" ? Infinity : mostNeeded(wish.request)));
  const ranked = await timed(run, "rank", () => rank(run, found, fused));
  const scored = await timed(run, "score", () => scoreItems(run, ranked));
  const gated = gateItems(scored);
  const reranked = await rerank(run, gated.kept, parts.reranker);
  const { chosen, dropped } = await timed(run, "diversify", () => diversify(run, reranked.items));
  const chance = answerability(found.evidence);
  const conflicts = await conflictsOf(run, chosen);
  const worth = wish.mode !== "search" && isWorthTelling(run, found.evidence) ? chosen.filter(({ candidate }) => isWorthPacking(candidate)) : [];
  const told = worth.length === 0 || parts.narratives === null ? null : await summary(run, found, { shelf: parts.narratives, narrative: wish.narrative ?? null });
  const packed = await timed(run, "pack", () => (wish.mode === "search" ? NOTHING_PACKED : pack(worth, wish.request, { conflicts, summary: told?.text ?? null })));
  const items = await timed(run, "present", () => presentItems(run, chosen, { externalIds: gated.externalIds, conflicts }));

  const meaning = Object.fromEntries(found.meaning.map((leg) => [leg.name, leg.cosines.filter((cosine) => !Number.isNaN(cosine)).length]));
  const candidates = { words: found.words.filter((score) => score > 0).length, meaning, graph: found.legs.graph.hits.length, fused: fused.count };
  const shown = packed.summarised ? told : null;
  const trace = {
    skipped: null, evidence: { ...found.evidence, answerability: chance }, candidates, chosen, dropped: [...gated.dropped, ...dropped], packed: packed.packed,
    rerank: reranked.report, summary: shown?.ids ?? null,
  };
  return finish(parts, run, { wish, trace, terms: found.terms, items, context: packed.context, tokens: packed.tokens, stages: { found, fusion: fused, ranked, scored }, summary: shown });
}

/** Where words did not answer nobody knows how many of the question's words stand in memory, and nothing is held back. */
const isWorthTelling = (run: Run, evidence: Evidence): boolean => isLeftOut(run, "words") || run.degraded.some(({ part }) => part === "words") || mayBeKnown(evidence);

interface Finished {
  wish: RecallWish;
  trace: RecallTrace;
  terms: readonly string[];
  items: RecallResponse["items"];
  context: string;
  tokens: number;
  stages: RecallStages | null;
  summary: Summary | null;
}

/** The answer; its receipt and the access counts are written afterwards. */
function finish({ afterwards }: RecallParts, run: Run, { wish, trace, terms, items, context, tokens, stages, summary: told }: Finished): RecallOutcome {
  run.timings.total = Math.round(run.deadline.elapsedMs() * 1_000) / 1_000;
  const touched = wish.counts ? trace.chosen.filter(({ document }) => document.kind === "memory").map(({ document }) => document.id) : [];
  afterwards.add({ userId: run.request.user_id, at: run.services.clock.now(), touched, receipt: (at) => makeReceipt(run, trace, at) });
  const withContext = wish.mode !== "search" && wish.request.budget_tokens > 0;
  const unlikely = trace.evidence !== null && !isWorthTelling(run, trace.evidence);
  const missing = run.degraded.some(({ part }) => part === "words" || part === "documents");
  const noMatch = items.length === 0 && trace.skipped === null && !missing;
  const response: RecallResponse = {
    items,
    ...(withContext ? { context } : {}),
    ...(withContext && told !== null ? { summary: { text: told.text, ids: [...told.ids] } } : {}),
    tokens,
    degraded: run.degraded,
    skipped: trace.skipped === null ? null : { reason: trace.skipped },
    ...(noMatch ? { reason: "no_match" } : items.length > 0 && unlikely ? { reason: "nothing_relevant" } : {}),
    receipt_id: run.receiptId,
    timings_ms: run.timings,
  };
  return { response, run, trace, terms, stages, summary: told };
}
