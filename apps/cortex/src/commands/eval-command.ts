import type { Command } from "commander";

import { findService } from "../client/find-service.ts";
import type { ServiceOptions } from "../client/find-service.ts";
import { parseConfiguration } from "../eval/configuration.ts";
import type { Configuration } from "../eval/configuration.ts";
import { compare, evaluate } from "../eval/evaluate.ts";
import type { Comparison, Evaluation, Side } from "../eval/evaluate.ts";
import { floorOption, missedFloors } from "../eval/floors.ts";
import type { Floor } from "../eval/floors.ts";
import type { GoldenQuestion } from "../eval/golden-question.ts";
import { readGoldenSet } from "../eval/read-golden-set.ts";
import { comparisonLines, reportLines } from "../eval/report-lines.ts";
import { EXIT } from "../exit-codes.ts";
import { progressBar } from "../terminal/progress.ts";
import { answer, newCommand, withService } from "./command-context.ts";
import type { CommandContext } from "./command-context.ts";

interface Against {
  text: string;
  configuration: Configuration;
}

interface EvalOptions extends ServiceOptions {
  json?: boolean;
  with?: Configuration;
  against?: Against;
  failUnder: Floor[];
}

function sideOf(options: ServiceOptions, configuration: Configuration): Side {
  const { client, userId } = findService(configuration.url === undefined ? options : { ...options, url: configuration.url });
  return { client, user: userId, configuration };
}

async function ask(context: CommandContext, questions: readonly GoldenQuestion[], sides: readonly Side[]): Promise<Evaluation[]> {
  const progress = progressBar(context.terminal, "Asking");
  const total = questions.length * sides.length;
  let done = 0;
  const onAsked = (): void => progress.update((done += 1), total);
  try {
    const evaluations: Evaluation[] = [];
    for (const side of sides) evaluations.push(await evaluate(questions, side, onAsked));
    return evaluations;
  } finally {
    progress.end();
  }
}

/** As JSON: what was wanted is in the file already. */
function valueOf({ asked, ...evaluation }: Evaluation): unknown {
  const questions = asked.map(({ question, metrics, missing, nothingKnown, degraded, milliseconds }) => ({
    place: question.place, question: question.question, kind: question.kind, none: question.none, metrics, missing, nothing_known: nothingKnown, degraded, ms: Math.round(milliseconds * 10) / 10,
  }));
  return { ...evaluation, questions };
}

function comparisonValue({ metrics, better, worse }: Comparison): unknown {
  return { metrics, better: better.map(({ question }) => question.place), worse: worse.map(({ question }) => question.place) };
}

async function runEval(context: CommandContext, path: string, options: EvalOptions): Promise<void> {
  const { terminal } = context;
  const questions = await readGoldenSet(path);
  const sides = [sideOf(options, options.with ?? {}), ...(options.against === undefined ? [] : [sideOf(options, options.against.configuration)])];
  const [first, second] = await ask(context, questions, sides);
  if (first === undefined) return;
  const comparison = second === undefined ? undefined : compare(first, second);
  const missed = missedFloors(first, options.failUnder);
  const value = {
    ...(valueOf(first) as object),
    ...(second === undefined || comparison === undefined ? {} : { against: { setting: options.against?.text, ...(valueOf(second) as object), compared: comparisonValue(comparison) } }),
    missed_floors: missed,
  };
  const lines = (): string[] => [
    ...reportLines(first, terminal.colours),
    ...(second === undefined || comparison === undefined ? [] : comparisonLines(comparison, { first, second, against: options.against?.text ?? "" }, terminal.colours)),
  ];
  answer(terminal, options.json, { value, lines });
  for (const { metric, least, reached } of options.json ? [] : missed) {
    terminal.note(`${terminal.noteColours.red("cortex:")} ${metric} is ${reached === null ? "not measured: no such questions" : reached.toFixed(3)}, under the floor of ${least}.`);
  }
  context.end(missed.length > 0 ? EXIT.failed : EXIT.ok);
}

/** `cortex eval FILE`: how well recall answers a golden set, and how much better or worse another configuration does. */
export function evalCommand(context: CommandContext): Command {
  const command = newCommand({
    name: "eval",
    about: "how well recall answers your own questions, and whether another configuration does better",
    examples: [
      "cortex eval golden.jsonl                             # figures, and what was missed",
      "cortex eval golden.jsonl --against 'preset=hybrid'   # the same questions with another scoring",
      "cortex eval golden.jsonl --against 'without=meaning' # what meaning is worth on them",
      "cortex eval golden.jsonl --against 'url=http://127.0.0.1:8301'",
      "cortex eval golden.jsonl --fail-under recall@10=.8   # exit code 1 below it",
      "",
      "A line of the file: one of",
      '  {"question": "When do I see the dentist?", "ids": ["m-17"]}            id or external_id of what answers it',
      '  {"question": "Where is the key?", "text": ["key is with the florist"]}  part of what answers it',
      '  {"question": "What is the capital of Peru?", "none": true}             nothing is known on it',
      "and, where wanted: user, asked_at, kind (a word to group by).",
    ],
  });
  return withService(command)
    .argument("<file>", "golden set: a JSON list, or JSON Lines")
    .option("--with <settings>", "ask with these request settings, e.g. 'kinds=turn preset=hybrid'", parseConfiguration)
    .option("--against <settings>", "compare with these, by a paired test; url=… asks another service", (text) => ({ text, configuration: parseConfiguration(text) }))
    .option("--fail-under <metric=least>", "exit with 1 below it: recall@5, recall@10, ndcg@10, mrr, all@10, hit@1, none; may be repeated", floorOption, [])
    .action((path: string, options: EvalOptions) => runEval(context, path, options));
}
