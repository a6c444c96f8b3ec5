import type { BenchConversation, BenchQuestion, Dataset } from "../datasets/dataset.ts";
import { post } from "../http-client.ts";
import { retrievalMetrics, seededRandom } from "../metrics.ts";
import type { RetrievalMetrics } from "../metrics.ts";
import { COMPARED, differenceCell } from "../quality/ablation.ts";
import { ask, rankingOf } from "../quality/measure.ts";
import { QUALITY_MODES } from "../quality/modes.ts";
import { withQualityServer } from "../quality/quality-server.ts";
import type { QualityServer } from "../quality/quality-server.ts";
import type { ReportTable } from "../report/report.ts";
import { describeMachine } from "../report/machine.ts";
import { pairedBootstrap } from "../statistics/paired-bootstrap.ts";
import type { FormationInput, FormationSection } from "./section.ts";
import { TWO_STEP_QUESTIONS } from "./two-step-facts.ts";

/** The same questions with and without the graph leg, side by side on the same filled server. */
export const graphSection: FormationSection = { name: "graph", measure };

/** Nothing is left out for lateness where two ways are compared. */
const PATIENT_MS = 5_000;
const SEED = 417;

interface Pair {
  group: string;
  without: RetrievalMetrics;
  with: RetrievalMetrics;
}

async function measure({ datasets, progress }: FormationInput): Promise<ReportTable[]> {
  const mode = QUALITY_MODES.find(({ name }) => name === "hybrid")!;
  const { commit } = await describeMachine(new Date());
  const pairs = await withQualityServer({ mode, home: null, commit, progress }, async (server) => [
    ...(await dataPairs(server, datasets)),
    ...(await twoStepPairs(server, datasets)),
  ]);
  return [tableOf(pairs)];
}

async function dataPairs(server: QualityServer, datasets: readonly Dataset[]): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const { name, conversations } of datasets) {
    for (const conversation of conversations) {
      await server.fill(conversation.id, conversation);
      for (const question of conversation.questions.filter(({ headline }) => headline)) pairs.push(...(await askedBothWays(server, { name, conversation, question })));
    }
  }
  return pairs;
}

async function askedBothWays({ url }: QualityServer, { name, conversation, question }: { name: string; conversation: BenchConversation; question: BenchQuestion }): Promise<Pair[]> {
  const asked = async (without: readonly string[]) => retrievalMetrics(rankingOf(await ask(url, { query: question.text, user_id: conversation.id, deadline_ms: PATIENT_MS, without })), question.gold);
  const pair = { without: await asked(["graph"]), with: await asked([]) };
  const several = question.gold.length > 1 ? [{ group: `${name}, several gold turns`, ...pair }] : [];
  const hops = question.category === "multi-hop" ? [{ group: `${name}, multi-hop`, ...pair }] : [];
  return [{ group: `${name}, all`, ...pair }, ...several, ...hops];
}

const TWO_STEP_USER = "two-step-facts";

/** Facts told one by one among the turns of a conversation; the answer is the second fact, which the question does not name. */
async function twoStepPairs(server: QualityServer, datasets: readonly Dataset[]): Promise<Pair[]> {
  const [around] = datasets.flatMap(({ conversations }) => conversations);
  if (around !== undefined) await server.fill(TWO_STEP_USER, around);
  const answers: string[] = [];
  for (const { facts } of TWO_STEP_QUESTIONS) {
    const ids: string[] = [];
    for (const content of facts) ids.push((await post<{ id: string }>(`${server.url}/v1/remember`, { content, user_id: TWO_STEP_USER })).id);
    answers.push(ids.at(-1)!);
  }
  await post(`${server.url}/v1/flush`, { user_id: TWO_STEP_USER, timeout_ms: 60_000 });
  const pairs: Pair[] = [];
  for (const [index, { question }] of TWO_STEP_QUESTIONS.entries()) {
    const asked = async (without: readonly string[]) => retrievalMetrics(await idsFor(server.url, question, without), [answers[index]!]);
    pairs.push({ group: "made: two facts to the answer", without: await asked(["graph"]), with: await asked([]) });
  }
  return pairs;
}

async function idsFor(url: string, query: string, without: readonly string[]): Promise<string[]> {
  const { items } = await post<{ items: { id: string }[] }>(`${url}/v1/recall`, { query, user_id: TWO_STEP_USER, limit: 50, budget_tokens: 0, deadline_ms: PATIENT_MS, without });
  return items.map(({ id }) => id);
}

function tableOf(pairs: readonly Pair[]): ReportTable {
  const groups = [...Map.groupBy(pairs, ({ group }) => group)];
  return {
    title: "What the graph gives",
    note: "The same questions without and with the graph leg; points of 100, what the graph changes, with the 95 % paired bootstrap interval; * where it leaves zero on one side. The last group is made up: nothing in the question names what the answer names, so only a relation leads there.",
    header: ["questions", "number", ...COMPARED.map((metric) => `${metric} without`), ...COMPARED.map((metric) => `${metric} change [95 %]`)],
    rows: groups.map(([group, own]) => [
      group,
      String(own.length),
      ...COMPARED.map((metric) => ((100 * own.reduce((sum, pair) => sum + pair.without[metric], 0)) / own.length).toFixed(1)),
      ...COMPARED.map((metric) => differenceCell(pairedBootstrap(own.map((pair) => 100 * pair.without[metric]), own.map((pair) => 100 * pair.with[metric]), seededRandom(SEED)))),
    ]),
    textColumns: 1,
  };
}
