import { METRICS } from "../metrics.ts";
import type { ReportTable } from "../report/report.ts";
import { QUALITY_GOALS } from "./goals.ts";
import { HEADLINE, SEVERAL } from "./measure.ts";
import type { QualityRow } from "./measure.ts";

const cellsOf = (row: QualityRow): string[] => METRICS.map((metric) => {
  const { mean, interval } = row.metrics[metric];
  return `${mean.toFixed(1)} [${interval.map((bound) => bound.toFixed(0)).join("–")}]`;
});

export function headlineTable(rows: readonly QualityRow[]): ReportTable {
  const headline = rows.filter(({ category }) => category === HEADLINE);
  return {
    title: "Recall quality, headline categories",
    note: "Turn level, through HTTP, one configuration, mean in points of 100 [95 % bootstrap interval]. The goal is recall@10 / nDCG@10 on the dev conversations: floor, aim.",
    header: ["data", "mode", "questions", ...METRICS, "floor", "aim", "late"],
    rows: headline.map((row) => [row.dataset, row.mode, String(row.questions), ...cellsOf(row), goalCell(row, "floor"), goalCell(row, "aim"), String(row.degraded)]),
    textColumns: 2,
  };
}

function goalCell(row: QualityRow, kind: "floor" | "aim"): string {
  const goal = QUALITY_GOALS[`${row.dataset} ${row.mode}`]?.[kind];
  if (goal === undefined) return "–";
  const reached = [row.metrics["recall@10"].mean, row.metrics["ndcg@10"].mean];
  const word = (index: number) => (reached[index]! >= goal[index]! ? "met" : "missed");
  return `${goal.join(" / ")} ${word(0) === word(1) ? word(0) : `${word(0)} / ${word(1)}`}`;
}

export function categoryTable(rows: readonly QualityRow[]): ReportTable {
  return {
    title: "Recall quality by category",
    note: `"${SEVERAL}" are the questions that need more than one turn: all@10 is the share of them for which every gold turn is among the first ten.`,
    header: ["data", "mode", "category", "questions", ...METRICS],
    rows: rows.filter(({ category }) => category !== HEADLINE).map((row) => [row.dataset, row.mode, row.category, String(row.questions), ...cellsOf(row)]),
    textColumns: 3,
  };
}
