import type { Dataset } from "../datasets/dataset.ts";
import type { ReportTable } from "../report/report.ts";

export interface FormationInput {
  datasets: readonly Dataset[];
  progress: (line: string) => void;
}

/** One thing that `bench formation` measures. */
export interface FormationSection {
  /** As `--only` and the marked sections of Markdown files name it. */
  name: string;
  measure(input: FormationInput): Promise<ReportTable[]>;
}
