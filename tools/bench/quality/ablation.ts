import type { BenchConversation, BenchQuestion } from "../datasets/dataset.ts";
import { retrievalMetrics, seededRandom } from "../metrics.ts";
import type { RetrievalMetrics } from "../metrics.ts";
import { isClear, pairedBootstrap } from "../statistics/paired-bootstrap.ts";
import type { PairedDifference } from "../statistics/paired-bootstrap.ts";
import type { ReportTable } from "../report/report.ts";
import { ask, rankingOf, requestOf } from "./measure.ts";
import type { Measured } from "./measure.ts";
import { captionlessRealm, withoutCaptionsOf } from "./variants.ts";
import type { Comparison, Variant } from "./variants.ts";

export const COMPARED = ["recall@10", "ndcg@10", "all@10", "mrr"] as const satisfies (keyof RetrievalMetrics)[];

export interface AblationRow {
  dataset: string;
  mode: string;
  comparison: string;
  questions: number;
  /** Changed minus base, in points of 100, paired by question. */
  differences: Record<(typeof COMPARED)[number], PairedDifference>;
}

/** Nothing is left out for lateness where parts are compared. */
const PATIENT_MS = 5_000;
/** As an agent asks: what only works on a short answer (diversity) shows. */
const ANSWERS = 10;
const SEED = 417;

/** Every headline question asked in every variant, side by side on the same filled server, in an order that favours none. */
export async function measureAblation(measured: Measured, comparisons: readonly Comparison[]): Promise<AblationRow[]> {
  const { server, mode, datasets, progress } = measured;
  const variants = [...new Map(comparisons.flatMap(({ base, changed }) => [base, changed]).map((variant) => [variant.name, variant])).values()];
  const random = seededRandom(SEED);
  const rows: AblationRow[] = [];
  for (const dataset of datasets) {
    const answers: Map<string, RetrievalMetrics>[] = [];
    for (const conversation of dataset.conversations) {
      await server.fill(conversation.id, conversation);
      const captionless = withoutCaptionsOf(conversation);
      if (captionless !== null && variants.some(({ withoutCaptions }) => withoutCaptions)) await server.fill(captionlessRealm(conversation), captionless);
      const questions = conversation.questions.filter(({ headline }) => headline);
      progress(`${mode}: ${dataset.name} ${conversation.id}, ${questions.length} questions in ${variants.length} variants`);
      for (const question of questions) answers.push(await askAll(measured, { conversation, question, variants: shuffled(variants, random), captionless: captionless !== null }));
    }
    for (const comparison of comparisons) rows.push(compare(comparison, { dataset: dataset.name, mode, answers }));
  }
  return rows.filter(({ questions }) => questions > 0);
}

interface AskedAll {
  conversation: BenchConversation;
  question: BenchQuestion;
  variants: readonly Variant[];
  captionless: boolean;
}

async function askAll({ server, options }: Measured, { conversation, question, variants, captionless }: AskedAll): Promise<Map<string, RetrievalMetrics>> {
  const answers = new Map<string, RetrievalMetrics>();
  for (const variant of variants) {
    if (variant.withoutCaptions === true && !captionless) continue;
    const user = variant.withoutCaptions === true ? captionlessRealm(conversation) : conversation.id;
    const answer = await ask(server.url, { deadline_ms: PATIENT_MS, limit: ANSWERS, ...requestOf(options), ...variant.request(conversation), query: question.text, user_id: user });
    answers.set(variant.name, retrievalMetrics(rankingOf(answer), question.gold));
  }
  return answers;
}

function compare({ name, base, changed }: Comparison, { dataset, mode, answers }: { dataset: string; mode: string; answers: readonly Map<string, RetrievalMetrics>[] }): AblationRow {
  const pairs = answers.flatMap((answer) => {
    const [before, after] = [answer.get(base.name), answer.get(changed.name)];
    return before === undefined || after === undefined ? [] : [{ before, after }];
  });
  const differences = Object.fromEntries(
    COMPARED.map((metric) => [metric, pairedBootstrap(pairs.map(({ before }) => 100 * before[metric]), pairs.map(({ after }) => 100 * after[metric]), seededRandom(SEED))]),
  ) as AblationRow["differences"];
  return { dataset, mode, comparison: name, questions: pairs.length, differences };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items.map((item) => ({ item, key: random() })).sort((a, b) => a.key - b.key).map(({ item }) => item);
}

function signed(value: number): string {
  const digits = Math.abs(value).toFixed(1);
  return digits === "0.0" ? digits : `${value > 0 ? "+" : "−"}${digits}`;
}
export const differenceCell = (difference: PairedDifference): string => `${signed(difference.mean)} [${difference.interval.map(signed).join(", ")}]${isClear(difference) ? " *" : ""}`;

export function ablationTable(rows: readonly AblationRow[]): ReportTable {
  return {
    title: "What each part is worth",
    note: "Headline questions asked with and without, side by side on the same filled server. Points of 100, what changes when the part is left out, with the 95 % paired bootstrap interval; * where it leaves zero on one side. Negative: the part helps.",
    header: ["data", "mode", "changed", "questions", ...COMPARED.map((metric) => `${metric} [95 %]`)],
    rows: rows.map(({ dataset, mode, comparison, questions, differences }) => [dataset, mode, comparison, String(questions), ...COMPARED.map((metric) => differenceCell(differences[metric]))]),
    textColumns: 3,
  };
}
