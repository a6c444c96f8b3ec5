import { fold } from "./fold.ts";
import type { TokenTerm } from "./expand-token.ts";
import { limitTerm } from "./limit-term.ts";

const BIGRAM_RUN = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}]+/gu;
const SYLLABLE_WORD = /[\p{sc=Han}\p{sc=Hang}]/u;
const HAS_LETTER = /[\p{L}\p{N}]/u;

const segmenter = new Intl.Segmenter("und", { granularity: "word" });

function segmentWords(run: string): string[] {
  return Array.from(segmenter.segment(run), ({ segment }) => segment).filter((word) => HAS_LETTER.test(word));
}

function ngrams(run: string, singles: boolean): string[] {
  const characters = Array.from(run);
  const terms: string[] = [];
  for (const [index, character] of characters.entries()) {
    if (characters.length === 1 || (singles && SYLLABLE_WORD.test(character))) terms.push(character);
    const next = characters[index + 1];
    if (next !== undefined) terms.push(character + next);
  }
  return terms;
}

/**
 * Terms of a run in a script that does not put spaces between words. Chinese, Japanese and Korean: every pair of
 * characters, every single ideograph or syllable, and the longer words that the segmenter knows; pairs make sure that any
 * substring is found, however the text around it was cut. A query (`kind: "query"`) leaves single characters out unless
 * the run is one. Thai, Lao, Khmer, Burmese: the words of the segmenter.
 */
export function expandSpaceless(run: string, kind: "document" | "query"): TokenTerm[] {
  const folded = fold(run);
  const terms: string[] = [];
  let from = 0;
  for (const match of folded.matchAll(BIGRAM_RUN)) {
    for (const word of segmentWords(folded.slice(from, match.index))) terms.push(word);
    for (const term of ngrams(match[0], kind === "document")) terms.push(term);
    for (const word of segmentWords(match[0])) if (Array.from(word).length > 2) terms.push(word);
    from = match.index + match[0].length;
  }
  for (const word of segmentWords(folded.slice(from))) terms.push(word);
  return terms.map((word) => ({ term: limitTerm(word), word }));
}
