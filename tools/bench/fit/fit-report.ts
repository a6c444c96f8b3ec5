import { RANK_FEATURES } from "@memory-cortex/scoring";
import type { RankedLegs } from "@memory-cortex/scoring";

import { QUALITY_GOALS } from "../quality/goals.ts";
import type { Sections } from "../report/write-report.ts";
import { chanceReliability, crossValidate, rankingFigures, separations } from "./cross-validate.ts";
import type { FitFigures, Judged } from "./cross-validate.ts";
import type { RankingExample } from "./examples.ts";
import type { FittedRanker } from "./fit-ranker.ts";

export interface FitReport {
  collected: Partial<Record<RankedLegs, RankingExample[]>>;
  fitted: Partial<Record<RankedLegs, FittedRanker>>;
  /** As they stand in the product from now on, in the order of `RANK_FEATURES`. */
  written: Partial<Record<RankedLegs, readonly number[]>>;
  l2: number;
  /** Below these chances a question counts as one that memory holds nothing on, by whether meaning answered. */
  thresholds: Record<"hybrid" | "words", number>;
}

/** In which mode of the quality bench these legs answer. */
const MODE_OF: Record<RankedLegs, string> = { words: "words only", "words and one space": "hybrid", "words and two spaces": "transformer" };

/** Ranking, separation and reliability cross-validated by conversation, and the weights. */
export function fitSections({ collected, fitted, written, l2, thresholds }: FitReport): Sections {
  const legs = Object.entries(collected).map(([name, examples]) => ({ name, examples, own: fitted[name as RankedLegs]!, held: crossValidate(examples, l2) }));
  const ranking = legs.flatMap(({ name, examples, own, held }) => [
    ...rankingRows(name, "fusion alone", examples.map((example) => ({ example, fitted: fusionAlone(own) }))),
    ...rankingRows(name, "linear, cross-validated", held),
    ...rankingRows(name, "linear, on what it was fitted on", examples.map((example) => ({ example, fitted: own }))),
  ]);
  const separation = legs.flatMap(({ name, held }) =>
    separations(held, name === "words" ? thresholds.words : thresholds.hybrid).map(({ group, evidenceArea, chanceArea, missed, refused }) => [name, group, evidenceArea.toFixed(3), chanceArea.toFixed(3), percent(missed), percent(refused)]),
  );
  const calibration = legs.flatMap(({ name, held }) =>
    chanceReliability(held).map(({ group, reliability: { bins, error } }) => [name, group, ...bins.map(({ count, observed }) => (count === 0 ? "–" : `${(100 * observed).toFixed(0)} (${count})`)), error.toFixed(4)]),
  );
  const weights = RANK_FEATURES.map(({ name }, index) => [name, ...legs.map((each) => written[each.name as RankedLegs]![index]!.toFixed(3))]);
  const unseen = legs.map(({ name, held }) => [name, ...rankingFigures(held).flatMap(({ group, recall10, ndcg10 }) => [`${recall10.toFixed(1)} / ${ndcg10.toFixed(1)}`, QUALITY_GOALS[`${group} ${MODE_OF[name as RankedLegs]}`]?.aim.join(" / ") ?? "–"])]);
  const sets = rankingFigures(legs[0]?.held ?? []).map(({ group }) => group);
  return {
    "fit-unseen": [{ title: "On conversations that the ranker was not fitted on", note: "Recall@10 / nDCG@10 in points of 100, without the graph, folds by conversation.", header: ["legs", ...sets.flatMap((set) => [set, "aim"])], rows: unseen, textColumns: 1 }],
    fit: [
      { title: "The ranker on conversations that it has not seen", note: "The best hundred of each headline question, ranked anew; folds by conversation. Points of 100.", header: ["legs", "ranked by", "data", "questions", "recall@10", "nDCG@10", "all@10"], rows: ranking, textColumns: 3 },
      { title: "Is anything known on the question?", note: `Area under the ROC curve, questions about the own conversation against those about another, cross-validated; shares of questions below the threshold that empties the context (${thresholds.hybrid}, and ${thresholds.words} by words alone).`, header: ["legs", "data", "AUC of the evidence", "AUC of the best chance", "own below", "foreign below"], rows: separation, textColumns: 2 },
      { title: "Reliability of the chance", note: "Share of gold turns, in %, among candidates whose chance falls into the bin (how many in brackets), own and foreign questions, cross-validated. Calibrated would be 5, 15, 25, …", header: ["legs", "data", ...Array.from({ length: 10 }, (_, bin) => `.${bin}`), "ECE"], rows: calibration, textColumns: 2 },
      { title: "The weights", note: "As they stand in `libs/scoring/src/rank/ranker-weights.ts`.", header: ["feature", ...legs.map(({ name }) => name)], rows: weights, textColumns: 1 },
    ],
  };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const fusionAlone = (fitted: FittedRanker): FittedRanker => ({ ...fitted, features: RANK_FEATURES.map(({ name }) => (name === "base" ? 1 : 0)) });

function rankingRows(legs: string, name: string, judged: readonly Judged[]): string[][] {
  return rankingFigures(judged).map(({ group, questions, recall10, ndcg10, all10 }: FitFigures) => [legs, name, group, String(questions), recall10.toFixed(1), ndcg10.toFixed(1), all10.toFixed(1)]);
}
