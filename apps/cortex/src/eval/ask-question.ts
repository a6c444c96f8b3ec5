import type { CortexClient } from "@memory-cortex/client";
import type { RecallItem } from "@memory-cortex/models";

import type { Configuration } from "./configuration.ts";
import type { GoldenQuestion } from "./golden-question.ts";
import { metricsOf } from "./metrics.ts";
import type { Metrics } from "./metrics.ts";

/** What became of one question. */
export interface Asked {
  question: GoldenQuestion;
  user: string;
  /** Null for questions that memory holds nothing on. */
  metrics: Metrics | null;
  /** Ids and texts that were wanted and are not among the first 10. */
  missing: readonly string[];
  /** The answer says that nothing relevant is known. */
  nothingKnown: boolean;
  /** Parts that the answer lacked. */
  degraded: readonly string[];
  milliseconds: number;
}

/** Items asked for: what a prompt gets at most by default. */
const LIMIT = 15;
const MISSED_FROM = 10;

/** Asks one question and compares the answer with what was wanted. Asking leaves no trace in access counts. */
export async function askQuestion(client: CortexClient, question: GoldenQuestion, { user, configuration }: { user: string; configuration: Configuration }): Promise<Asked> {
  const { url: _, ...settings } = configuration;
  const start = performance.now();
  const answer = await client.search({
    query: question.question, user_id: question.user ?? user, limit: LIMIT, ...(question.askedAt === null ? {} : { asked_at: question.askedAt }), ...settings,
  });
  const milliseconds = performance.now() - start;
  const wanted = [...question.ids.map((id) => ({ name: id, matches: hasId(id) })), ...question.texts.map((text) => ({ name: text, matches: saysText(text) }))];
  const ranks = wanted.map(({ matches }) => rankOf(answer.items, matches));
  return {
    question,
    user: question.user ?? user,
    metrics: question.none ? null : metricsOf(ranks),
    missing: wanted.filter((_one, index) => (ranks[index] ?? Number.POSITIVE_INFINITY) > MISSED_FROM).map(({ name }) => name),
    nothingKnown: answer.items.length === 0 || answer.reason === "nothing_relevant",
    degraded: answer.degraded.map(({ part, reason }) => `${part} (${reason})`),
    milliseconds,
  };
}

const hasId = (id: string) => (item: RecallItem): boolean => item.id === id || item.external_id === id || (item.provenance ?? []).includes(id);

const flat = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim();

function saysText(text: string): (item: RecallItem) => boolean {
  const wanted = flat(text);
  return (item) => flat(item.text).includes(wanted);
}

function rankOf(items: readonly RecallItem[], matches: (item: RecallItem) => boolean): number | null {
  const index = items.findIndex(matches);
  return index === -1 ? null : index + 1;
}
