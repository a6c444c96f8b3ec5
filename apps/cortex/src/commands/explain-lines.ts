import type { ExplainedItem, Explanation, LegTable } from "@memory-cortex/recall";

import { harmless, oneLine } from "../terminal/format.ts";
import type { Colours } from "../terminal/terminal.ts";
import { whyLines } from "./explain-why-lines.ts";

/** "relevance 0.412 + recency 0.071 + …", largest share first; shares of nothing are left out. */
export function sharesOf(item: Pick<ExplainedItem, "contributions">): string {
  const shares = Object.entries(item.contributions).filter(([, share]) => Math.abs(share) >= 0.000_5);
  return shares.toSorted(([, one], [, other]) => other - one).map(([factor, share]) => `${factor} ${share.toFixed(3)}`).join(" + ");
}

const REASONS: Readonly<Record<string, string>> = { same_as: "counts as", repeats: "repeats one above", session_share: "its session has its share", beyond_limit: "below the limit", not_scored: "not scored" };
const WIDTH = 80;
const BEST_OF_LEG = 3;
const MOST_MEANING_COLUMNS = 2;

/** An explanation for a terminal of 80 columns, from the question to the answer, stage by stage. */
export function explanationLines(explanation: Explanation, limit: number, colours: Colours): string[] {
  if (explanation.skipped !== null) return [`Not searched: ${explanation.skipped.reason}.`];
  const heading = (text: string): string => colours.bold(text);
  const leftOut = explanation.left_out.slice(0, limit);
  return [
    ...wrap(`Looked for: ${explanation.query_terms.join(" ") || "nothing: the question has no words to look for"}`),
    ...Object.entries(explanation.read_as).map(([term, read]) => `Read "${harmless(term)}", which nobody wrote, as "${harmless(read)}".`),
    ...(explanation.would_skip === null ? [] : [`A recall would not search for this: ${explanation.would_skip}.`]),
    ...evidenceLine(explanation),
    "",
    heading("What each leg found"),
    ...explanation.legs.flatMap((leg) => legLines(leg, colours)),
    stagesLine(explanation),
    ...rerankLine(explanation),
    "",
    heading(explanation.items.length === 0 ? "Nothing in memory fits." : `The answer, scored by ${explanation.preset}`),
    ...tableOf(explanation.items, { first: 1, colours }),
    ...(leftOut.length === 0 ? [] : ["", heading("Not in the answer"), ...tableOf(leftOut, { first: null, colours })]),
    ...explanation.why.flatMap((answer) => ["", ...whyLines(answer, colours)]),
    "",
    ...wrap(`Milliseconds: ${Object.entries(explanation.timings_ms).map(([stage, time]) => `${stage} ${time.toFixed(1)}`).join(", ")}`).map(colours.dim),
    colours.dim(`Receipt ${explanation.receipt_id}`),
  ];
}

/** Breaks a line between words. */
export function wrap(text: string, indent = ""): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && indent.length + line.length + 1 + word.length > WIDTH) {
      lines.push(indent + line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, indent + line];
}

const RERANKED: Readonly<Record<string, string>> = { changed: "ordered anew by", confirmed: "confirmed in their order by", apart: "clearly apart, so not shown to", resting: "not shown, because it rests, to", no_time: "not shown for lack of time to" };

function rerankLine({ rerank }: Explanation): string[] {
  if (rerank === null) return [];
  const what = RERANKED[rerank.outcome] ?? `left in their order (${rerank.outcome}) by`;
  return wrap(`The best, ${rerank.spread.toFixed(3)} from first to fourth, were ${what} ${harmless(rerank.by)}.`);
}

function evidenceLine({ evidence, reason }: Explanation): string[] {
  if (evidence === null) return [];
  const known = `Chance that memory holds anything on it: ${(evidence.answerability * 100).toFixed(0)} %`;
  return [`${known}${reason === "nothing_relevant" ? "; too small: the context stays empty" : ""}.`];
}

function legLines({ leg, found, best }: LegTable, colours: Colours): string[] {
  const lines = best.slice(0, BEST_OF_LEG).map(({ id, external_id, score, text }) => {
    const name = oneLine(external_id ?? id, 14).padEnd(14);
    return `  ${score.toFixed(leg === "words" ? 1 : 2).padStart(6)}  ${colours.dim(name)}  ${oneLine(harmless(text), 54)}`;
  });
  return [`${leg}: ${found}`, ...lines];
}

function stagesLine({ candidates: { fused, ranked, scored, chosen, packed } }: Explanation): string {
  return `Together ${fused}, ranked ${ranked}, scored ${scored}, in the answer ${chosen}, in the context ${packed}.`;
}

interface Table {
  /** Number of the first row; null: rows that are not in the answer. */
  first: number | null;
  colours: Colours;
}

function tableOf(items: readonly ExplainedItem[], { first, colours }: Table): string[] {
  if (items.length === 0) return [];
  const spaces = Object.keys(items[0]?.meaning ?? {}).slice(0, MOST_MEANING_COLUMNS);
  const head = `${" ".repeat(4)}${"score".padStart(6)}${"words".padStart(11)}${spaces.map((space) => oneLine(space, 11).padStart(11)).join("")}${"fused".padStart(6)}${"ranker".padStart(11)}  place, by stage`;
  return [colours.dim(head), ...items.flatMap((item, index) => itemLines(item, { mark: first === null ? " –  " : `${String(first + index).padStart(2)}. `, spaces, colours }))];
}

/** "3: 9.31": the place, and the score that gave it. */
const placed = (place: number | null | undefined, score: string): string => (place === null || place === undefined ? "–" : `${place}: ${score}`);

/** What the raw score of the ranker comes to. */
const calibrated = ({ chance, relevance }: ExplainedItem): string => `${chance === undefined ? "" : `chance ${(100 * chance).toFixed(1)} %, `}relevance ${relevance.toFixed(3)}; score`;

function itemLines(item: ExplainedItem, { mark, spaces, colours }: { mark: string; spaces: readonly string[]; colours: Colours }): string[] {
  const { places } = item;
  const columns = [
    placed(places.words, item.words.toFixed(1)).padStart(11),
    ...spaces.map((space) => placed(places.meaning[space], (item.meaning[space] ?? 0).toFixed(2)).padStart(11)),
    placed(places.fused, "").replace(": ", "").padStart(6),
    placed(places.ranked, item.rank_score?.toFixed(2) ?? "").padStart(11),
  ];
  const leftOut = item.left_out === undefined ? "" : `  ${REASONS[item.left_out.reason] ?? item.left_out.reason}${item.left_out.by === undefined ? "" : ` ${item.left_out.by.slice(-8)}`}`;
  const who = `${harmless(item.speaker ?? item.kind)}, ${item.observed_at.slice(0, 10)}: `;
  return [
    `${mark}${colours.green(item.score.toFixed(3).padStart(6))}${columns.join("")}${leftOut}`,
    `    ${colours.bold(who)}${oneLine(harmless(item.text), Math.max(20, WIDTH - 4 - who.length))}`,
    ...wrap(`${calibrated(item)} = ${sharesOf(item)}`, "    ").map(colours.dim),
    colours.dim(`    ${oneLine(`${item.external_id ?? item.id}${item.packed ? "" : " · not in the context"}`, WIDTH - 4)}`),
  ];
}
