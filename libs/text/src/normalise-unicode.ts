// Invisible inside words: soft hyphen, joiners, word joiner, byte order mark, variation selectors.
const INVISIBLE = /[\u00AD\u200C\u200D\u2060\uFEFF\uFE00-\uFE0F]/gu;
const APOSTROPHES = /[\u2018\u2019\u02BC\u2032]/gu;
const HYPHENS = /[\u2010-\u2012]/gu;
 
const NON_ASCII = /[^\x00-\x7F]/u;

/** True when every character is below U+0080. */
export function isAscii(text: string): boolean {
  return !NON_ASCII.test(text);
}

/**
 * Brings the ways of writing one character to one form before any word is cut: NFKC, one apostrophe, one hyphen, no
 * invisible joiners. Case is kept, because it marks the parts of an identifier.
 */
export function normaliseUnicode(text: string): string {
  if (isAscii(text)) return text;
  return text.normalize("NFKC").replace(INVISIBLE, "").replace(APOSTROPHES, "'").replace(HYPHENS, "-");
}
