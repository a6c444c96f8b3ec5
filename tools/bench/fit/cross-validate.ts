import { chancesOf } from "@memory-cortex/scoring";

import { mean, ndcgAt, recallAt } from "../metrics.ts";
import { reliability } from "../statistics/reliability.ts";
import type { Claim, Reliability } from "../statistics/reliability.ts";
import { areaUnderCurve } from "../statistics/separation.ts";
import { logOddsOf } from "./answerability.ts";
import { isAnswerable } from "./examples.ts";
import type { RankingExample } from "./examples.ts";
import { fitRanker } from "./fit-ranker.ts";
import type { FittedRanker } from "./fit-ranker.ts";
import { dot } from "./listwise-softmax.ts";
import { logistic } from "./logistic.ts";

/** An example with weights to judge it by. */
export interface Judged {
  example: RankingExample;
  fitted: FittedRanker;
}

/** Fits on all conversations but one and judges that one, for each in turn: what the weights do on conversations that they have not seen. */
export function crossValidate(examples: readonly RankingExample[], l2: number): Judged[] {
  const conversations = new Set(examples.map((example) => example.conversation));
  return [...conversations].flatMap((conversation) => {
    const fitted = fitRanker(examples.filter((example) => example.conversation !== conversation), l2);
    return examples.filter((example) => example.conversation === conversation).map((example) => ({ example, fitted }));
  });
}

export interface FitFigures {
  group: string;
  questions: number;
  /** Points of 100. */
  recall10: number;
  ndcg10: number;
  all10: number;
}

/** How the weights rank the questions about the conversations themselves. */
export function rankingFigures(judged: readonly Judged[]): FitFigures[] {
  return groupsOf(judged).map(([group, all]) => {
    const own = all.filter(({ example }) => isAnswerable(example)).map(({ example, fitted }) => measure(example, fitted.features));
    const points = (of: (measured: Measured) => number) => 100 * mean(own.map(of));
    return { group, questions: own.length, recall10: points(({ recall }) => recall), ndcg10: points(({ ndcg }) => ndcg), all10: points(({ recall }) => (recall === 1 ? 1 : 0)) };
  });
}

interface Measured {
  recall: number;
  ndcg: number;
}

function measure({ features, gold, goldCount }: RankingExample, weights: readonly number[]): Measured {
  const order = features.map((values, index) => ({ index, score: dot(values, weights) })).sort((a, b) => b.score - a.score || a.index - b.index);
  const ranking = order.map(({ index }) => String(index));
  const found = gold.flatMap((isGold, index) => (isGold ? [String(index)] : []));
  const missed = Array.from({ length: goldCount - found.length }, (_, index) => `missed ${index}`);
  return { recall: recallAt(10, ranking, [...found, ...missed]), ndcg: ndcgAt(10, ranking, [...found, ...missed]) };
}

export interface Separation {
  group: string;
  /** That a question about the conversation has more evidence than one about another. */
  evidenceArea: number;
  /** The same by the chance of the best candidate. */
  chanceArea: number;
  /** Shares below the threshold: own questions, foreign ones. */
  missed: number;
  refused: number;
}

export function separations(judged: readonly Judged[], threshold: number): Separation[] {
  return groupsOf(judged).map(([group, all]) => {
    const sides = [true, false].map((own) => all.filter(({ example }) => isAnswerable(example) === own));
    const area = (of: (one: Judged) => number) => areaUnderCurve(sides[0]!.map(of), sides[1]!.map(of)) ?? Number.NaN;
    const evidence = ({ example, fitted }: Judged) => logistic(logOddsOf(example, fitted.answerability));
    const best = (one: Judged) => Math.max(0, ...candidateChances(one));
    const [missed, refused] = sides.map((side) => side.filter((one) => evidence(one) < threshold).length / side.length);
    return { group, evidenceArea: area(evidence), chanceArea: area(best), missed: missed!, refused: refused! };
  });
}

/** Chances of all ranked candidates, own and foreign questions, against what is gold. */
export function chanceReliability(judged: readonly Judged[]): { group: string; reliability: Reliability }[] {
  return groupsOf(judged).map(([group, all]) => {
    const claims = all.flatMap((one) => candidateChances(one).map((claimed, index): Claim => ({ claimed, true: one.example.gold[index]! })));
    return { group, reliability: reliability(claims) };
  });
}

function candidateChances({ example, fitted }: Judged): number[] {
  const scores = example.features.map((features) => dot(features, fitted.features));
  return chancesOf(scores, logOddsOf(example, fitted.answerability), fitted.chance);
}

function groupsOf(judged: readonly Judged[]): [string, Judged[]][] {
  const groups = new Map<string, Judged[]>();
  for (const one of judged) groups.set(one.example.group, [...(groups.get(one.example.group) ?? []), one]);
  return [...groups];
}
