import { RANK_FEATURES } from "@memory-cortex/scoring";
import type { RankedLegs } from "@memory-cortex/scoring";

import { table } from "../table.ts";
import { chanceReliability, crossValidate, rankingFigures, separations } from "./cross-validate.ts";
import type { FitFigures, Judged } from "./cross-validate.ts";
import type { RankingExample } from "./examples.ts";
import type { FittedRanker } from "./fit-ranker.ts";

export interface FitReport {
  collected: Partial<Record<RankedLegs, RankingExample[]>>;
  fitted: Partial<Record<RankedLegs, FittedRanker>>;
  l2: number;
  /** Below this chance a question counts as one that memory holds nothing on. */
  threshold: number;
}

/** Tables: ranking, separation and reliability cross-validated by conversation, and the weights. */
export function fitReport({ collected, fitted, l2, threshold }: FitReport): string {
  const legs = Object.entries(collected).map(([name, examples]) => ({ name, examples, own: fitted[name as RankedLegs]!, held: crossValidate(examples, l2) }));
  const ranking = legs.flatMap(({ name, examples, own, held }) => [
    ...rankingRows(name, "fusion alone", examples.map((example) => ({ example, fitted: fusionAlone(own) }))),
    ...rankingRows(name, "linear, cross-validated by conversation", held),
    ...rankingRows(name, "linear, on what it was fitted on", examples.map((example) => ({ example, fitted: own }))),
  ]);
  const separation = legs.flatMap(({ name, held }) =>
    separations(held, threshold).map(({ group, evidenceArea, chanceArea, missed, refused }) => [name, group, evidenceArea.toFixed(3), chanceArea.toFixed(3), percent(missed), percent(refused)]),
  );
  const calibration = legs.flatMap(({ name, held }) =>
    chanceReliability(held).map(({ group, reliability: { bins, error } }) => [name, group, ...bins.map(({ count, observed }) => (count === 0 ? "–" : `${(100 * observed).toFixed(0)} (${count})`)), error.toFixed(4)]),
  );
  const weights = RANK_FEATURES.map(({ name }, index) => [name, ...legs.map(({ own }) => own.features[index]!.toFixed(3))]);
  return [
    table(["legs", "ranking of the best hundred", "data", "questions", "recall@10", "nDCG@10", "all@10"], ranking, 3),
    table(["legs", "data (cross-validated)", "AUC of the evidence", "AUC of the best chance", "context empty: own", "foreign"], separation, 2),
    table(["legs", "gold in % by chance (cross-validated)", ...Array.from({ length: 10 }, (_, bin) => `.${bin}`), "ECE"], calibration, 2),
    table(["feature", ...legs.map(({ name }) => name)], weights),
  ].join("\n\n");
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const fusionAlone = (fitted: FittedRanker): FittedRanker => ({ ...fitted, features: RANK_FEATURES.map(({ name }) => (name === "base" ? 1 : 0)) });

function rankingRows(legs: string, name: string, judged: readonly Judged[]): string[][] {
  return rankingFigures(judged).map(({ group, questions, recall10, ndcg10, all10 }: FitFigures) => [legs, name, group, String(questions), recall10.toFixed(1), ndcg10.toFixed(1), all10.toFixed(1)]);
}
