import type { BenchConversation } from "../datasets/dataset.ts";
import { post } from "../http-client.ts";
import type { ReportTable } from "../report/report.ts";
import { areaUnderCurve } from "../statistics/separation.ts";
import { ask } from "./measure.ts";
import type { Measured } from "./measure.ts";

/** What a client sees of one question. */
interface Seen {
  own: boolean;
  topScore: number;
  topRelevance: number;
  answerability: number;
  nothingRelevant: boolean;
  contextEmpty: boolean;
}

export interface ForeignRow {
  dataset: string;
  mode: string;
  questions: { own: number; foreign: number };
  /** Chance that a question about the own conversation scores above one about another; null without both kinds. */
  area: { score: number | null; relevance: number | null; answerability: number | null };
  /** Shares in [0, 1]. */
  contextEmpty: { own: number; foreign: number };
  nothingRelevant: { own: number; foreign: number };
}

const PATIENT_MS = 5_000;
const BUDGET_TOKENS = 500;

/** Asks each conversation its own headline questions and as many about another one of the same data set: what memory cannot know. */
export async function measureForeign({ server, mode, datasets, progress }: Measured): Promise<ForeignRow[]> {
  const rows: ForeignRow[] = [];
  for (const { name: dataset, conversations } of datasets) {
    if (conversations.length < 2) continue;
    const seen: Seen[] = [];
    for (const conversation of conversations) {
      await server.fill(conversation.id, conversation);
      const own = headline(conversation);
      const foreign = conversations.filter((other) => other !== conversation).flatMap(headline);
      const step = Math.max(1, Math.floor(foreign.length / own.length));
      progress(`${mode}: ${dataset} ${conversation.id}, own and foreign questions`);
      for (const text of own) seen.push(await look(server.url, { text, user: conversation.id, own: true }));
      for (const text of foreign.filter((_, index) => index % step === 0).slice(0, own.length)) seen.push(await look(server.url, { text, user: conversation.id, own: false }));
    }
    rows.push(summarise({ dataset, mode, seen }));
  }
  return rows;
}

const headline = ({ questions }: BenchConversation): string[] => questions.filter((question) => question.headline).map(({ text }) => text);

interface ExplainedAnswer {
  items: { relevance: number }[];
  evidence: { answerability: number } | null;
}

async function look(url: string, { text, user, own }: { text: string; user: string; own: boolean }): Promise<Seen> {
  const request = { query: text, user_id: user, deadline_ms: PATIENT_MS };
  const answer = await ask(url, { ...request, budget_tokens: BUDGET_TOKENS, limit: 15 });
  const explained = await post<ExplainedAnswer>(`${url}/v1/explain`, request);
  return {
    own,
    topScore: answer.items[0]?.score ?? 0,
    topRelevance: explained.items[0]?.relevance ?? 0,
    answerability: explained.evidence?.answerability ?? 0,
    nothingRelevant: answer.reason === "nothing_relevant" || answer.reason === "no_match",
    contextEmpty: (answer.context ?? "") === "",
  };
}

function summarise({ dataset, mode, seen }: { dataset: string; mode: string; seen: readonly Seen[] }): ForeignRow {
  const own = seen.filter((entry) => entry.own);
  const foreign = seen.filter((entry) => !entry.own);
  const area = (value: (entry: Seen) => number) => areaUnderCurve(own.map(value), foreign.map(value));
  const shares = (holds: (entry: Seen) => boolean) => ({ own: own.filter(holds).length / Math.max(1, own.length), foreign: foreign.filter(holds).length / Math.max(1, foreign.length) });
  return {
    dataset, mode, questions: { own: own.length, foreign: foreign.length },
    area: { score: area(({ topScore }) => topScore), relevance: area(({ topRelevance }) => topRelevance), answerability: area(({ answerability }) => answerability) },
    contextEmpty: shares(({ contextEmpty }) => contextEmpty),
    nothingRelevant: shares(({ nothingRelevant }) => nothingRelevant),
  };
}

export const LEAST_AREA = 0.9;

export function foreignTable(rows: readonly ForeignRow[]): ReportTable {
  const area = (value: number | null) => (value === null ? "–" : value.toFixed(3));
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  return {
    title: "Does memory know that it does not know?",
    note: `Each conversation is asked its own headline questions and as many about another conversation. AUC: the chance that an own question's top score (relevance, answerability) stands above a foreign one's; goal ≥ ${LEAST_AREA} for the top score.`,
    header: ["data", "mode", "own / foreign", "AUC top score", "goal", "AUC relevance", "AUC answerability", "context empty: own", "foreign", "nothing relevant: own", "foreign"],
    rows: rows.map((row) => [
      row.dataset, row.mode, `${row.questions.own} / ${row.questions.foreign}`, area(row.area.score), (row.area.score ?? 0) >= LEAST_AREA ? "met" : "missed", area(row.area.relevance), area(row.area.answerability),
      percent(row.contextEmpty.own), percent(row.contextEmpty.foreign), percent(row.nothingRelevant.own), percent(row.nothingRelevant.foreign),
    ]),
    textColumns: 2,
  };
}
