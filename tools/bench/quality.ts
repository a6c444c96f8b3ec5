import type { BenchConversation, BenchQuestion, Dataset } from "./datasets/dataset.ts";
import { feed } from "./feed.ts";
import { post } from "./http-client.ts";
import { bootstrapInterval, mean, METRICS, retrievalMetrics, seededRandom } from "./metrics.ts";
import type { RetrievalMetrics } from "./metrics.ts";
import { removeHome, startThrowawayServer, throwawayHome } from "./throwaway-server.ts";

export interface QualityOptions {
  /** Milliseconds given to each recall; null: the product's default. */
  deadlineMs: number | null;
  kinds: string[] | null;
  progress: (line: string) => void;
}

export interface QualityMode {
  name: string;
  environment: Record<string, string>;
}

/** One configuration for everything; "words" switches the embedders off, nothing else. */
export const QUALITY_MODES: readonly QualityMode[] = [
  { name: "words only", environment: { CORTEX_EMBEDDERS: "[]" } },
  { name: "hybrid", environment: {} },
];

export interface QuestionResult {
  dataset: string;
  mode: string;
  question: string;
  category: string;
  headline: boolean;
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

/** Feeds every conversation into a realm of its own through HTTP, asks every question as written, and compares with the gold turns. */
export async function measureQuality(datasets: readonly Dataset[], mode: QualityMode, options: QualityOptions): Promise<QuestionResult[]> {
  const home = await throwawayHome();
  const server = await startThrowawayServer(home, mode.environment);
  try {
    const results: QuestionResult[] = [];
    for (const dataset of datasets) {
      for (const conversation of dataset.conversations) {
        options.progress(`${mode.name}: ${dataset.name} ${conversation.id}, ${conversation.turns.length} turns, ${conversation.questions.length} questions`);
        await feed(server.url, conversation.id, conversation);
        for (const question of conversation.questions) {
          results.push(await ask(server.url, { dataset: dataset.name, mode: mode.name, conversation, question }, options));
        }
      }
    }
    return results;
  } finally {
    await server.stop();
    await removeHome(home);
  }
}

interface Asked {
  dataset: string;
  mode: string;
  conversation: BenchConversation;
  question: BenchQuestion;
}

interface RecallAnswer {
  items: { external_id: string | null }[];
  degraded: unknown[];
}

async function ask(url: string, { dataset, mode, conversation, question }: Asked, options: QualityOptions): Promise<QuestionResult> {
  const answer = await post<RecallAnswer>(`${url}/v1/recall`, {
    query: question.text,
    user_id: conversation.id,
    limit: ANSWERS,
    budget_tokens: 0,
    ...(options.deadlineMs === null ? {} : { deadline_ms: options.deadlineMs }),
    ...(options.kinds === null ? {} : { kinds: options.kinds }),
  });
  const ranking = [...new Set(answer.items.map((item) => item.external_id).filter((id) => id !== null))];
  const expected = mode === "words only" ? 1 : 0;
  const { id, category, headline, gold } = question;
  return { dataset, mode, question: id, category, headline, degraded: answer.degraded.length > expected, metrics: retrievalMetrics(ranking, gold) };
}

/** Headline first, then category by category. */
export function summariseQuality(results: readonly QuestionResult[]): QualityRow[] {
  const rows: QualityRow[] = [];
  for (const dataset of new Set(results.map((result) => result.dataset))) {
    for (const mode of new Set(results.map((result) => result.mode))) {
      const own = results.filter((result) => result.dataset === dataset && result.mode === mode);
      rows.push(summaryRow("headline", own.filter((result) => result.headline)));
      for (const category of [...new Set(own.map((result) => result.category))].sort()) rows.push(summaryRow(category, own.filter((result) => result.category === category)));
    }
  }
  return rows;
}

function summaryRow(category: string, results: readonly QuestionResult[]): QualityRow {
  const metrics = Object.fromEntries(
    METRICS.map((metric) => {
      const values = results.map((result) => result.metrics[metric] * 100);
      return [metric, { mean: mean(values), interval: bootstrapInterval(values, seededRandom(SEED)) }];
    }),
  ) as QualityRow["metrics"];
  const { dataset, mode } = results[0] ?? { dataset: "", mode: "" };
  return { dataset, mode, category, questions: results.length, degraded: results.filter((result) => result.degraded).length, metrics };
}
