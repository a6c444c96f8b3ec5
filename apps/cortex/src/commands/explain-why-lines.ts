import type { ExplainedItem, WhyAnswer } from "@memory-cortex/recall";

import { harmless, oneLine } from "../terminal/format.ts";
import type { Colours } from "../terminal/terminal.ts";
import { sharesOf, wrap } from "./explain-lines.ts";

const INDENT = "  ";
const TELLING_FEATURES = 4;

/** "Why not this one?", answered for a terminal of 80 columns. */
export function whyLines(answer: WhyAnswer, colours: Colours): string[] {
  const { asked, verdict, explanation, text, speaker, observed_at, by } = answer;
  const about = text === undefined ? [] : wrap(oneLine(`${harmless(speaker ?? "")}${speaker ? ", " : ""}${observed_at?.slice(0, 10)}: ${harmless(text)}`, 150), INDENT);
  return [
    colours.bold(oneLine(`${verdict === "in_answer" ? "Why" : "Why not"} ${harmless(asked)}?`, 80)),
    ...about,
    ...wrap(explanation, INDENT).map(colours.yellow),
    ...(by === undefined ? [] : wrap(oneLine(`${by.score.toFixed(3)} ${harmless(by.text)} (${by.id})`, 150), `${INDENT}${INDENT}`)),
    ...standingLines(answer).flatMap((line) => wrap(line, INDENT)).map(colours.dim),
    ...(answer.item === undefined ? [] : itemLines(answer.item).flatMap((line) => wrap(line, INDENT)).map(colours.dim)),
  ];
}

function standingLines({ standing, places }: WhyAnswer): string[] {
  if (standing === undefined) return [];
  const { holds, lacks, score, place } = standing.words;
  const words = `words: ${holds.length === 0 ? "none of them" : `${holds.join(", ")} (${score.toFixed(1)}, place ${place ?? "?"})`}${lacks.length === 0 ? "" : `; lacks ${lacks.join(", ")}`}`;
  const meaning = Object.entries(standing.meaning).map(([space, own]) => `${space}: ${own === null ? "no vector yet" : `cosine ${own.cosine.toFixed(2)}, place ${own.place ?? "?"}`}`);
  const stages = places?.fused == null ? [] : [`places: fused ${places.fused}${places.ranked === null ? "" : `, ranked ${places.ranked}`}${places.scored === null ? "" : `, scored ${places.scored}`}`];
  return [words, ...meaning, ...stages];
}

function itemLines(item: ExplainedItem): string[] {
  const features = Object.entries(item.features ?? {}).filter(([, value]) => value !== 0).toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  const telling = features.slice(0, TELLING_FEATURES).map(([name, value]) => `${name} ${value.toFixed(2)}`);
  return [`score ${item.score.toFixed(3)} = ${sharesOf(item)}`, ...(telling.length === 0 ? [] : [`ranker ${(item.rank_score ?? 0).toFixed(2)}: ${telling.join(", ")}`])];
}
