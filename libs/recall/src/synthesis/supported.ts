import type { Document } from "@memory-cortex/models";

import { validityWords } from "../stages/validity-words.ts";

const NUMBER = /\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu;
const MONTH = /\b(?:january|february|march|april|june|july|august|september|october|november|december)\b/giu;
/** "may" and "march" are words too; a month has a capital and a day or a year beside it. */
const MAY = /\bMay(?= \p{Nd}{4})|(?<=\p{Nd} )May\b/gu;

const figuresOf = (text: string): string[] => [...(text.match(NUMBER) ?? []), ...(text.match(MONTH) ?? []), ...(text.match(MAY) ?? [])].map((figure) => figure.toLowerCase());

/** Also the pieces of "2026-05-04" and "10:30": a sentence may say the year alone. */
const piecesOf = (figure: string): string[] => [figure, ...figure.split(/[.,:/-]/u), ...figure.split(/[.,:/-]/u).map((piece) => piece.replace(/^0+(?=\p{Nd})/u, ""))];

const LONG_DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** A number or month that none of the cited statements holds was made up: figures are what a narrative gets wrong, and what an agent repeats. */
export function holdsNoNewFigure(sentence: string, cited: readonly Document[]): boolean {
  const said = cited.map((document) => `${document.text} ${LONG_DATE.format(document.observedAt)} ${new Date(document.observedAt).toISOString().slice(0, 10)} ${validityWords(document)}`);
  const known = new Set(figuresOf(said.join("\n")).flatMap(piecesOf));
  return figuresOf(sentence).every((figure) => known.has(figure) || piecesOf(figure).slice(1).every((piece) => known.has(piece)));
}
