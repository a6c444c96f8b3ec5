const ESCAPED = /[\p{Cc} A-Z]/gu;
/** Almost all terms: nothing in them is escaped. */
const PLAIN = /^[!-@[-~]+$/;
/** Every printable ASCII punctuation mark, and U+0001, which starts an escape. */
const PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
const ESCAPE = "\u0001";

const quoteInside = (text: string): string => text.replaceAll("'", "''").replaceAll('"', '""');

/**
 * The tokenizer of the term index: splits on spaces only. `ascii` takes every byte beyond ASCII as part of a token; all ASCII
 * punctuation is added, so that only spaces and control characters separate, and {@link encodeTerm} leaves none inside a term.
 */
export const TERM_TOKENIZER = `ascii tokenchars '${quoteInside(PUNCTUATION)}${ESCAPE}'`;

/** A term as one token. What the tokenizer would split or fold (spaces, control characters, ASCII capitals) is escaped. */
export function encodeTerm(term: string): string {
  return PLAIN.test(term) ? term : term.toWellFormed().replace(ESCAPED, (character) => ESCAPE + character.charCodeAt(0).toString(16).padStart(2, "0"));
}

/** The terms of a document as the indexed text; empty terms are left out. */
export function encodeTerms(terms: readonly string[]): { text: string; count: number } {
  const encoded = terms.filter((term) => term !== "").map(encodeTerm);
  return { text: encoded.join(" "), count: encoded.length };
}

const ESCAPES = /\u0001([0-9a-f]{2})/g;

/** The terms that {@link encodeTerms} was given, without the empty ones. */
export function decodeTerms(text: string): string[] {
  const decode = (term: string): string => term.replace(ESCAPES, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return text.split(" ").filter((term) => term !== "").map(decode);
}
