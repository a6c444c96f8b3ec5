import { maximalMarginalRelevance, PRESET_SETTINGS } from "@memory-cortex/scoring";
import type { Diversifiable } from "@memory-cortex/scoring";

import { isLeftOut } from "../run.ts";
import type { Run } from "../run.ts";
import type { Dropped } from "./gate-items.ts";
import type { ScoredItem } from "./score-items.ts";

/** MMR is quadratic, and repetition matters where the prompt is filled: at the top. */
const DIVERSIFIED = 40;
const COMPARED_CHARACTERS = 600;

/** Stage 8: chooses `limit` items by MMR, so that repetition does not crowd others out, and returns them best score first. */
export function diversify(run: Run, items: readonly ScoredItem[]): { chosen: ScoredItem[]; dropped: Dropped[] } {
  const { limit, preset } = run.request;
  if (items.length <= limit || limit > DIVERSIFIED || isLeftOut(run, "diversity")) return cut(items, limit);
  const pool = items.slice(0, limit + DIVERSIFIED);
  const entries = pool.map(comparable);
  const picked = new Set(maximalMarginalRelevance(entries, { lambda: PRESET_SETTINGS[preset].mmrLambda, limit }));
  const chosen = pool.filter((_, index) => picked.has(index));
  const dropped = items.filter((_, index) => !picked.has(index)).map((item): Dropped => ({ item, reason: chosen.some((one) => one.score < item.score) ? "repeats" : "beyond_limit" }));
  return { chosen, dropped };
}

function cut(items: readonly ScoredItem[], limit: number): { chosen: ScoredItem[]; dropped: Dropped[] } {
  return { chosen: items.slice(0, limit), dropped: items.slice(limit).map((item): Dropped => ({ item, reason: "beyond_limit" })) };
}

function comparable({ score, document }: ScoredItem): Diversifiable {
  let terms: ReadonlySet<string> | undefined;
  return { score, terms: () => (terms ??= termSet(document.text)) };
}

/** A cheap set of words: only likeness counts here, not inflection. */
export const termSet = (text: string): Set<string> => new Set(text.slice(0, COMPARED_CHARACTERS).toLowerCase().match(/[\p{L}\p{N}]+/gu));
