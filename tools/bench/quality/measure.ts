import { bootstrapInterval } from "@memory-cortex/cortex/statistics";

import type { BenchConversation, BenchQuestion, Dataset } from "../datasets/dataset.ts";
import { post } from "../http-client.ts";
import { mean, METRICS, retrievalMetrics, seededRandom } from "../metrics.ts";
import type { RetrievalMetrics } from "../metrics.ts";
import type { QualityServer } from "./quality-server.ts";

export interface AskOptions {
  /** Milliseconds given to each recall; null: the product's default. */
  deadlineMs: number | null;
  kinds: string[] | null;
}

export interface QuestionResult {
  dataset: string;
  mode: string;
  conversation: string;
  question: string;
  category: string;
  headline: boolean;
  goldTurns: number;
  degraded: boolean;
  metrics: RetrievalMetrics;
}

export interface QualityRow {
  dataset: string;
  mode: string;
  category: string;
  questions: number;
  degraded: number;
  /** Mean and 95 % bootstrap interval, in points of 100. */
  metrics: Record<keyof RetrievalMetrics, { mean: number; interval: [number, number] }>;
}

const ANSWERS = 50;
const SEED = 20_240_901;
const RESAMPLES = 1_000;
export const HEADLINE = "headline";
export const SEVERAL = "headline, several gold turns";

/** Something to ask a filled server. */
export interface Measured {
  server: QualityServer;
  mode: string;
  datasets: readonly Dataset[];
  options: AskOptions;
  progress: (line: string) => void;
}

/** Asks every question as written, each in the realm of its conversation, and compares with the gold turns. */
export async function measureQuality({ server, mode, datasets, options, progress }: Measured): Promise<QuestionResult[]> {
  const results: QuestionResult[] = [];
  for (const dataset of datasets) {
    for (const conversation of dataset.conversations) {
      await server.fill(conversation.id, conversation);
      progress(`${mode}: ${dataset.name} ${conversation.id}, ${conversation.questions.length} questions`);
      for (const question of conversation.questions) results.push(await measureQuestion({ url: server.url, dataset: dataset.name, mode, conversation, question }, options));
    }
  }
  return results;
}

interface Asked {
  url: string;
  dataset: string;
  mode: string;
  conversation: BenchConversation;
  question: BenchQuestion;
}

async function measureQuestion({ url, dataset, mode, conversation, question }: Asked, options: AskOptions): Promise<QuestionResult> {
  const answer = await ask(url, { query: question.text, user_id: conversation.id, ...requestOf(options) });
  const expected = mode === "words only" ? 1 : 0;
  const { id, category, headline, gold } = question;
  return {
    dataset, mode, conversation: conversation.id, question: id, category, headline, goldTurns: gold.length,
    degraded: answer.degraded.length > expected, metrics: retrievalMetrics(rankingOf(answer), gold),
  };
}

export const requestOf = ({ deadlineMs, kinds }: AskOptions): Record<string, unknown> => ({ ...(deadlineMs === null ? {} : { deadline_ms: deadlineMs }), ...(kinds === null ? {} : { kinds }) });

export interface RecallAnswer {
  items: { kind: string; external_id: string | null; score: number; provenance?: string[] }[];
  degraded: { part: string; reason: string }[];
  reason?: string;
  context?: string;
}

export const ask = (url: string, request: Record<string, unknown>): Promise<RecallAnswer> => post<RecallAnswer>(`${url}/v1/recall`, { limit: ANSWERS, budget_tokens: 0, ...request });

/** Turns in the order of the answer; a memory carries the id of a turn that it rests on. */
export const rankingOf = ({ items }: RecallAnswer): string[] => [...new Set(items.map((item) => item.external_id).filter((id) => id !== null))];

/** Headline first, then what it holds of questions with several gold turns, then category by category. */
export function summariseQuality(results: readonly QuestionResult[]): QualityRow[] {
  const rows: QualityRow[] = [];
  for (const dataset of new Set(results.map((result) => result.dataset))) {
    for (const mode of new Set(results.map((result) => result.mode))) {
      const own = results.filter((result) => result.dataset === dataset && result.mode === mode);
      if (own.length === 0) continue;
      const headline = own.filter((result) => result.headline);
      rows.push(summaryRow(HEADLINE, headline), summaryRow(SEVERAL, headline.filter(({ goldTurns }) => goldTurns > 1)));
      for (const category of [...new Set(own.map((result) => result.category))].sort()) rows.push(summaryRow(category, own.filter((result) => result.category === category)));
    }
  }
  return rows.filter(({ questions }) => questions > 0);
}

function summaryRow(category: string, results: readonly QuestionResult[]): QualityRow {
  const metrics = Object.fromEntries(
    METRICS.map((metric) => {
      const values = results.map((result) => result.metrics[metric] * 100);
      return [metric, { mean: mean(values), interval: bootstrapInterval(values, { random: seededRandom(SEED), resamples: RESAMPLES }) }];
    }),
  ) as QualityRow["metrics"];
  const { dataset, mode } = results[0] ?? { dataset: "", mode: "" };
  return { dataset, mode, category, questions: results.length, degraded: results.filter((result) => result.degraded).length, metrics };
}
