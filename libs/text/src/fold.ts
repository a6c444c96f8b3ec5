import { isAscii } from "./normalise-unicode.ts";

// Letters that Unicode does not decompose, although people type them without the stroke or ligature.
const LETTERS: Readonly<Record<string, string>> = { ß: "ss", ς: "σ", æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ı: "i", ħ: "h", þ: "th", ð: "d" };
const LETTER = /[ßςæœøđłıħþð]/gu;
// Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowel signs. Marks of Indic and South-East Asian scripts are
// letters to their readers and stay; so does the breve of Cyrillic й, without which Russian endings cannot be stemmed.
const ACCENTS = /(?<!и)\u0306|[\u0300-\u0305\u0307-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C7\u0610-\u061A\u064B-\u065F\u0670]/gu;
const TATWEEL = /\u0640/gu;

/** The first digit of each non-ASCII decimal script that NFKC leaves alone. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0x17e0, 0x1040];
const FOREIGN_DIGIT = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF\u0E50-\u0E59\u17E0-\u17E9\u1040-\u1049]/gu;

function asciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((start) => code >= start && code < start + 10);
  return zero === undefined ? character : String(code - zero);
}

/** Lower case with the letters and digits unified, accents kept: what a stemmer of the language wants to see. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (isAscii(lower)) return lower;
  const letters = lower.replace(LETTER, (letter) => LETTERS[letter] ?? letter).replace(TATWEEL, "");
  return letters.replace(FOREIGN_DIGIT, asciiDigit).normalize("NFC");
}

/** Case and accents folded: "Ünïted" and "united" become one. Expects text after `normaliseUnicode`. */
export function fold(text: string): string {
  const lower = foldCase(text);
  if (isAscii(lower)) return lower;
  const bare = lower.normalize("NFD").replace(ACCENTS, "").normalize("NFC");
  return bare.replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}
