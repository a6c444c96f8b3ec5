import type { CortexClient } from "@memory-cortex/client";

import { askQuestion } from "./ask-question.ts";
import type { Asked } from "./ask-question.ts";
import type { Configuration } from "./configuration.ts";
import type { GoldenQuestion } from "./golden-question.ts";
import { mean, METRICS } from "./metrics.ts";
import type { Metric, Metrics } from "./metrics.ts";
import { pairedTest } from "./paired-test.ts";
import type { PairedTest } from "./paired-test.ts";

/** One side: where and how the questions are asked. */
export interface Side {
  client: CortexClient;
  user: string;
  configuration: Configuration;
}

export interface Summary {
  /** Questions with an answer. */
  questions: number;
  metrics: Metrics;
}

export interface Evaluation {
  asked: readonly Asked[];
  all: Summary;
  /** By `kind`, in the order of the file; empty when the set names none. */
  kinds: Record<string, Summary>;
  none: {
    /** Questions that memory holds nothing on, and how many of their answers said so. */
    questions: number;
    recognised: number;
    /** Share recognised; null without such questions. */
    share: number | null;
    /** Questions with an answer of which it was said too. */
    wrongly: number;
  };
  degraded: number;
}

/** Asks every question, one after the other, and sums up. */
export async function evaluate(questions: readonly GoldenQuestion[], { client, user, configuration }: Side, onAsked: () => void): Promise<Evaluation> {
  const asked: Asked[] = [];
  for (const question of questions) {
    asked.push(await askQuestion(client, question, { user, configuration }));
    onAsked();
  }
  const answerable = asked.filter(({ question }) => !question.none);
  const none = asked.filter(({ question }) => question.none);
  const recognised = none.filter(({ nothingKnown }) => nothingKnown).length;
  const kinds = [...new Set(answerable.flatMap(({ question: { kind } }) => (kind === null ? [] : [kind])))];
  return {
    asked,
    all: summaryOf(answerable),
    kinds: Object.fromEntries(kinds.map((kind) => [kind, summaryOf(answerable.filter(({ question }) => question.kind === kind))])),
    none: {
      questions: none.length, recognised, share: none.length === 0 ? null : recognised / none.length,
      wrongly: answerable.filter(({ nothingKnown }) => nothingKnown).length,
    },
    degraded: asked.filter(({ degraded }) => degraded.length > 0).length,
  };
}

function summaryOf(asked: readonly Asked[]): Summary {
  const values = (metric: Metric): number[] => asked.flatMap(({ metrics }) => (metrics === null ? [] : [metrics[metric]]));
  return { questions: asked.length, metrics: Object.fromEntries(METRICS.map((metric) => [metric, mean(values(metric))])) as unknown as Metrics };
}

export interface Comparison {
  metrics: Record<Metric, PairedTest>;
  /** By nDCG@10: the questions that one side answers better than the other. */
  better: readonly Asked[];
  worse: readonly Asked[];
}

/** Compares two evaluations of the same questions: first minus second. */
export function compare(first: Evaluation, second: Evaluation): Comparison {
  const pairs = first.asked.flatMap((asked, index) => {
    const other = second.asked[index]?.metrics;
    return asked.metrics === null || other === null || other === undefined ? [] : [{ asked, own: asked.metrics, other }];
  });
  const differences = (metric: Metric): number[] => pairs.map(({ own, other }) => own[metric] - other[metric]);
  const moved = (sign: number): Asked[] => pairs.filter(({ own, other }) => Math.sign(own["ndcg@10"] - other["ndcg@10"]) === sign).map(({ asked }) => asked);
  return {
    metrics: Object.fromEntries(METRICS.map((metric) => [metric, pairedTest(differences(metric))])) as Record<Metric, PairedTest>,
    better: moved(1),
    worse: moved(-1),
  };
}
