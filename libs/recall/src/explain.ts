import type { DegradedEntry } from "@memory-cortex/models";
import { PRESET_SETTINGS } from "@memory-cortex/scoring";
import type { Weights } from "@memory-cortex/scoring";

import { explainItem } from "./explain/explained-item.ts";
import type { ExplainedItem } from "./explain/explained-item.ts";
import { legTables } from "./explain/leg-tables.ts";
import type { LegTable } from "./explain/leg-tables.ts";
import { Placings } from "./explain/placings.ts";
import { readingsOf } from "./explain/readings.ts";
import { findDocuments } from "./explain/find-documents.ts";
import { whyNot } from "./explain/why.ts";
import type { WhyAnswer } from "./explain/why.ts";
import type { RecallOutcome, RecallStages } from "./recall.ts";
import { gatePrompt } from "./stages/gate-prompt.ts";
import type { RecallTrace } from "./stages/receipt.ts";
import type { RerankReport } from "./stages/rerank.ts";

export type { ExplainedItem, LegTable, WhyAnswer };

/** Why these, why not the others, by stage. */
export interface Explanation {
  receipt_id: string;
  query_terms: readonly string[];
  /** Terms that no document holds, with the word each was read as. */
  read_as: Record<string, string>;
  preset: string;
  weights: Weights;
  /** Why a recall would not search for this prompt; the rest shows what it would find. */
  would_skip: string | null;
  /** How well the best of it fits the question, and the chance that memory holds anything on it. */
  evidence: RecallTrace["evidence"];
  /** How many each leg found and how many went on from stage to stage. */
  candidates: { words: number; meaning: Record<string, number>; graph: number; fused: number; ranked: number; scored: number; chosen: number; packed: number };
  /** What the question names, as the realm knows it, and what relations tie to it. */
  entities: { id: string; name: string; hop: number }[];
  /** The best of each leg by its own score, before anything is borrowed or fused. */
  legs: LegTable[];
  /** Whether the best were ordered anew, by what, and their ids before and after; null without a reranker. */
  rerank: RerankReport | null;
  /** Ids that the narrative of an earlier recall rests on, when it would stand in the context. */
  summary: readonly string[] | null;
  items: ExplainedItem[];
  left_out: ExplainedItem[];
  /** One answer for each id that was asked about, in the same order. */
  why: WhyAnswer[];
  degraded: DegradedEntry[];
  skipped: { reason: string } | null;
  reason?: string;
  timings_ms: Record<string, number>;
}

const MOST_LEFT_OUT = 20;

/** Tells how an answer came about, and why each of the asked ids is, or is not, in it. */
export async function explain(outcome: RecallOutcome, asked: readonly string[]): Promise<Explanation> {
  const { response, run, trace, terms, stages } = outcome;
  const { preset, query } = run.request;
  const placings = new Placings(stages);
  const shown = { placings, packed: new Set(trace.packed) };
  return {
    receipt_id: response.receipt_id,
    query_terms: terms,
    read_as: stages === null ? {} : await readingsOf(run, stages.found),
    preset,
    weights: PRESET_SETTINGS[preset].weights,
    would_skip: gatePrompt(query),
    evidence: trace.evidence,
    candidates: {
      ...trace.candidates, ranked: stages?.ranked.filter(({ ranking }) => ranking !== null).length ?? 0,
      scored: stages?.scored.length ?? 0, chosen: trace.chosen.length, packed: trace.packed.length,
    },
    entities: stages?.found.legs.graph.entities ?? [],
    legs: stages === null ? [] : await legTables(run, stages.found),
    rerank: trace.rerank,
    summary: trace.summary,
    items: trace.chosen.map((item) => explainItem(item, shown)),
    left_out: trace.dropped.slice(0, MOST_LEFT_OUT).map(({ item, reason, by }) => explainItem(item, { ...shown, leftOut: { reason, ...(by === undefined ? {} : { by }) } })),
    why: stages === null ? [] : await whyEach({ ...outcome, stages }, placings, asked),
    degraded: response.degraded,
    skipped: response.skipped,
    ...(response.reason === undefined ? {} : { reason: response.reason }),
    timings_ms: response.timings_ms,
  };
}

async function whyEach(outcome: RecallOutcome & { stages: RecallStages }, placings: Placings, asked: readonly string[]): Promise<WhyAnswer[]> {
  const documents = await findDocuments(outcome.run, asked);
  return Promise.all(asked.map((id) => whyNot(outcome, placings, { asked: id, document: documents.get(id) })));
}
