import { harmless, oneLine, plural } from "../terminal/format.ts";
import type { Colours } from "../terminal/terminal.ts";
import type { Asked } from "./ask-question.ts";
import type { Comparison, Evaluation, Summary } from "./evaluate.ts";
import { METRICS } from "./metrics.ts";

const LABELS: Readonly<Record<(typeof METRICS)[number], string>> = { "recall@5": "recall@5", "recall@10": "recall@10", "ndcg@10": "nDCG@10", mrr: "MRR", "all@10": "all@10", "hit@1": "hit@1" };
const MOST_LISTED = 20;
const MOST_MISSING = 3;
/** Widths for a terminal of 80 columns. */
const LABEL_WIDTH = 18;
const METRIC_WIDTH = 10;

const points = (share: number): string => (share * 100).toFixed(1);
const signed = (share: number): string => `${share < 0 ? "−" : "+"}${Math.abs(share * 100).toFixed(1)}`;
const fit = (text: string): string => (text.length > LABEL_WIDTH ? `${text.slice(0, LABEL_WIDTH - 1)}…` : text.padEnd(LABEL_WIDTH));

/** The figures, the misses and the comparison, for 80 columns. */
export function reportLines(evaluation: Evaluation, colours: Colours): string[] {
  return [...tableLines(evaluation, colours), ...noneLines(evaluation), ...missLines(evaluation.asked, colours)];
}

function tableLines({ all, kinds }: Evaluation, colours: Colours): string[] {
  if (all.questions === 0) return [];
  const head = `${fit("")}${METRICS.map((metric) => LABELS[metric].padStart(10)).join("")}`;
  const rows = Object.keys(kinds).length > 1 ? Object.entries(kinds).map(([kind, summary]) => rowOf(kind, summary)) : [];
  return [colours.dim(head), ...rows, colours.bold(rowOf("all", all))];
}

const rowOf = (name: string, { metrics, questions }: Summary): string => `${fit(`${harmless(name)} (${questions})`)}${METRICS.map((metric) => points(metrics[metric]).padStart(10)).join("")}`;

function noneLines({ none, all, degraded }: Evaluation): string[] {
  const recognised = none.share === null ? [] : [`Nothing relevant known: recognised for ${none.recognised} of ${plural(none.questions, "question")} (${points(none.share)} %).`];
  const wrongly = none.wrongly === 0 ? [] : [`Said so wrongly for ${none.wrongly} of ${plural(all.questions, "question")} with an answer.`];
  const partial = degraded === 0 ? [] : [`${plural(degraded, "answer")} lacked a part; \`cortex explain\` names it.`];
  const lines = [...recognised, ...wrongly, ...partial];
  return lines.length === 0 ? [] : ["", ...lines];
}

function missLines(asked: readonly Asked[], colours: Colours): string[] {
  const missed = asked.filter(({ missing }) => missing.length > 0);
  const unrecognised = asked.filter(({ question, nothingKnown }) => question.none && !nothingKnown);
  return [
    ...(missed.length === 0 ? [] : ["", `Not everything among the first 10 (${missed.length}):`]),
    ...missed.slice(0, MOST_LISTED).flatMap((each) => missOf(each, colours)),
    ...more(missed.length),
    ...(unrecognised.length === 0 ? [] : ["", `Not recognised as unknown (${unrecognised.length}):`]),
    ...unrecognised.slice(0, MOST_LISTED).map(({ question }) => questionLine(question.place, question.question)),
    ...more(unrecognised.length),
  ];
}

const more = (count: number): string[] => (count > MOST_LISTED ? [`  and ${count - MOST_LISTED} more (--json lists all)`] : []);

const questionLine = (place: string, question: string): string => `  ${place.padEnd(9)} ${oneLine(harmless(question), 68)}`;

function missOf({ question, user, missing }: Asked, colours: Colours): string[] {
  const wanted = question.ids.length + question.texts.length;
  const names = missing.slice(0, MOST_MISSING);
  const ids = names.filter((name) => question.ids.includes(name));
  const hint = [
    `cortex explain ${quoted(question.question)}`,
    ...(question.user === null ? [] : [`--user ${quoted(user)}`]),
    ...(question.askedAt === null ? [] : [`--asked-at ${new Date(question.askedAt).toISOString()}`]),
    ...ids.map((id) => `--why ${quoted(id)}`),
  ].join(" ");
  return [
    questionLine(question.place, question.question),
    `            ${wanted - missing.length} of ${wanted}; missing ${oneLine(harmless(names.join(", ")), 50)}${missing.length > MOST_MISSING ? ", …" : ""}`,
    colours.dim(`            ${harmless(hint)}`),
  ];
}

const quoted = (text: string): string => (/^[\w:./@-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);

/** "first" is how the questions were asked, "second" what it is compared with. */
export function comparisonLines({ metrics, better, worse }: Comparison, { first, second, against }: { first: Evaluation; second: Evaluation; against: string }, colours: Colours): string[] {
  const row = (metric: (typeof METRICS)[number]): string => {
    const { difference, interval, p, wins, losses, ties } = metrics[metric];
    const significant = p < 0.05 ? colours.bold : (text: string) => text;
    return significant(
      `${LABELS[metric].padEnd(METRIC_WIDTH)}${points(first.all.metrics[metric]).padStart(7)}${points(second.all.metrics[metric]).padStart(9)}${signed(difference).padStart(12)}` +
        `${`${signed(interval[0])} … ${signed(interval[1])}`.padStart(17)}${p.toFixed(3).padStart(7)}${`${wins}/${losses}/${ties}`.padStart(14)}`,
    );
  };
  return [
    "",
    `Compared with ${harmless(against)}:`,
    colours.dim(`${" ".repeat(METRIC_WIDTH)}${"this".padStart(7)}${"against".padStart(9)}${"difference".padStart(12)}${"95 % interval".padStart(17)}${"p".padStart(7)}${"won/lost/tie".padStart(14)}`),
    ...METRICS.map(row),
    ...recognitionLine(first, second),
    ...listed("Better with this, by nDCG@10", better),
    ...listed("Better with the other", worse),
  ];
}

function recognitionLine(first: Evaluation, second: Evaluation): string[] {
  if (first.none.share === null || second.none.share === null) return [];
  return [`Recognised as unknown: ${first.none.recognised} with this, ${second.none.recognised} with the other, of ${first.none.questions}.`];
}

function listed(title: string, asked: readonly Asked[]): string[] {
  if (asked.length === 0) return [];
  return ["", `${title} (${asked.length}):`, ...asked.slice(0, MOST_LISTED).map(({ question }) => questionLine(question.place, question.question)), ...more(asked.length)];
}
