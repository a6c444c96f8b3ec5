import { InvalidArgumentError } from "commander";

import type { Evaluation } from "./evaluate.ts";
import { METRICS } from "./metrics.ts";
import type { Metric } from "./metrics.ts";

/** What a metric must reach, for use in continuous integration. */
export interface Floor {
  metric: Metric | "none";
  /** [0, 1] */
  least: number;
}

const NAMES: readonly string[] = [...METRICS, "none"];

/** Parses "recall@10=.8" (or "=80%"), and adds it to what was given before. Throws `InvalidArgumentError`. */
export function floorOption(text: string, before: readonly Floor[]): Floor[] {
  const [name = "", value = ""] = text.split("=");
  const least = value.endsWith("%") ? Number(value.slice(0, -1)) / 100 : Number(value);
  if (!NAMES.includes(name) || value.trim() === "" || !(least >= 0 && least <= 1)) {
    throw new InvalidArgumentError(`It takes one of ${NAMES.join(", ")} with a number from 0 to 1, like recall@10=.8.`);
  }
  return [...before, { metric: name as Floor["metric"], least }];
}

/** The floors that an evaluation does not reach, with what it has. A floor for what the set has no questions for is not reached. */
export function missedFloors(evaluation: Evaluation, floors: readonly Floor[]): (Floor & { reached: number | null })[] {
  const reached = ({ metric }: Floor): number | null => {
    if (metric === "none") return evaluation.none.share;
    return evaluation.all.questions === 0 ? null : evaluation.all.metrics[metric];
  };
  return floors.map((floor) => ({ ...floor, reached: reached(floor) })).filter(({ least, reached: has }) => has === null || has < least);
}
