import { fold } from "./fold.ts";
import { normaliseUnicode } from "./normalise-unicode.ts";

const ARTICLE = /^(?:the|an?)\s+(?=\S)/u;
const POSSESSIVE = /'s?$/u;

/**
 * By which names of people and things are compared: NFKC, case and accents folded, whitespace as one blank, without an article before it
 * or a possessive ending behind it. Empty for a name without a letter or digit.
 */
export function entityKey(name: string): string {
  const folded = fold(normaliseUnicode(name)).replace(/\s+/gu, " ").trim();
  const key = folded.replace(ARTICLE, "").replace(POSSESSIVE, "").trim();
  return /[\p{L}\p{N}]/u.test(key) ? key : "";
}
