import type { Factor } from "@memory-cortex/scoring";

import type { RerankGate } from "../rerank/rerank-gate.ts";
import { isPermutation } from "../rerank/reranker.ts";
import { degrade, isLeftOut, timed } from "../run.ts";
import type { Run } from "../run.ts";
import { reasonOf } from "./reason-of.ts";
import type { ScoredItem } from "./score-items.ts";

/** The first four decide what an agent reads: when they lie this near to each other, their order is a guess. */
const DECIDING = 4;
export const RERANK_SPREAD = 0.15;
/** What lies within the spread of the best may change places, ten at most: a longer list takes a model longer than it is worth. */
const MOST_RERANKED = 10;
/** In the turn of an agent, milliseconds; a request may give it more. */
export const RERANK_MS = 100;
/** What packing and presenting need afterwards. */
const RESERVED_MS = 15;
/** With less than this nobody answers. */
const LEAST_MS = 10;

/**
 * "apart": the order was clear, and nobody was asked. "no_time", "resting": it was not, and nobody could be asked. "confirmed" and
 * "changed": an answer. "late", "nonsense" (no permutation) or a code of the error catalogue: none, and the order stayed.
 */
export interface RerankReport {
  by: string;
  outcome: string;
  /** Between the best score and the fourth, or the last of fewer. */
  spread: number;
  /** Ids of what could change places, in the order before and after; empty when nobody was asked. */
  before: readonly string[];
  after: readonly string[];
}

export interface Reranked {
  items: readonly ScoredItem[];
  /** Null without a reranker. */
  report: RerankReport | null;
}

/**
 * Stage 7: when the best lie so near to each other that their order is a guess, a model that reads question and texts together orders
 * them anew, if time is left. Whatever goes wrong, the order stays. Expects items best first.
 */
export async function rerank(run: Run, items: readonly ScoredItem[], gate: RerankGate | null): Promise<Reranked> {
  const isWanted = run.services.rerankInTurn !== false || run.request.rerank_ms !== undefined;
  if (gate === null || !isWanted || isLeftOut(run, "rerank")) return { items, report: null };
  const spread = (items[0]?.score ?? 0) - (items[Math.min(DECIDING, items.length) - 1]?.score ?? 0);
  const near = nearTheBest(items);
  const report = (outcome: string, before: readonly ScoredItem[] = [], after = before): RerankReport => {
    run.services.observe?.reranked?.(gate.reranker.name, outcome);
    return { by: gate.reranker.name, outcome, spread, before: before.map(idOf), after: after.map(idOf) };
  };
  if (near.length < 2 || spread > RERANK_SPREAD) return { items, report: report("apart") };
  if (gate.isResting() && run.request.rerank_ms === undefined) return { items, report: report("resting") };
  const limit = Math.min(run.request.rerank_ms ?? RERANK_MS, run.deadline.remainingMs() - RESERVED_MS);
  if (limit < LEAST_MS) return { items, report: report("no_time") };

  const answer = await timed(run, "rerank", () => run.deadline.within(limit, (signal) => gate.reranker.order(run.request.query, near.map(({ document }) => document), signal)));
  const outcome = answer.outcome !== "done" ? reasonOf(run, "rerank", answer) : isPermutation(answer.result, near.length) ? null : "nonsense";
  gate.note(outcome === null);
  if (outcome !== null || answer.outcome !== "done") {
    degrade(run, "rerank", outcome ?? "late");
    return { items, report: report(outcome ?? "late", near) };
  }
  const ordered = answer.result.map((place) => near[place]!);
  const changed = ordered.some((item, place) => item !== near[place]);
  return { items: changed ? inNewOrder(items, near, ordered) : items, report: report(changed ? "changed" : "confirmed", near, ordered) };
}

const idOf = ({ document }: ScoredItem): string => document.id;

/** What was replaced stays behind what replaced it, whatever a model says. */
function nearTheBest(items: readonly ScoredItem[]): ScoredItem[] {
  const best = items[0]?.score ?? 0;
  const isReplaced = ({ document }: ScoredItem) => document.kind === "memory" && document.supersededBy !== null;
  return items.filter((item) => item.score > 0 && best - item.score <= RERANK_SPREAD && !isReplaced(item)).slice(0, MOST_RERANKED);
}

/** Whoever takes a place takes its score: scores stay best first, and the factors of each add up to it. */
function inNewOrder(items: readonly ScoredItem[], near: readonly ScoredItem[], ordered: readonly ScoredItem[]): ScoredItem[] {
  const moved = new Map(near.map((item, place) => [item, withScore(ordered[place]!, item.score)]));
  return items.map((item) => moved.get(item) ?? item);
}

function withScore(item: ScoredItem, score: number): ScoredItem {
  const ratio = score / item.score;
  const contributions = Object.fromEntries(Object.entries(item.contributions).map(([factor, value]) => [factor, value * ratio])) as Record<Factor, number>;
  return { ...item, contributions, score };
}
