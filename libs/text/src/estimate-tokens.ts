const TOKENS_PER_WORD = 1.25;
const LATIN_PER_TOKEN = 3.5;
const OTHER_PER_TOKEN = 2;
const MARGIN = 1.1;

const SPACE = /\s/u;

/** No text of so many UTF-16 code units is estimated at less: what is surely too long need not be read. */
export const leastTokens = (length: number): number => Math.floor((length / LATIN_PER_TOKEN) * MARGIN);

/**
 * How many tokens a language model will count, erring upwards: 1.1 × the larger of 1.25 a word and one per 3.5 characters;
 * ideographs, syllables and halves of an emoji are a token each, and letters of other scripts count double. Never falls when
 * text is added, and the sum over parts is never below the estimate of the whole, so a budget filled part by part holds.
 */
export function estimateTokens(text: string): number {
  let words = 0;
  let latin = 0;
  let other = 0;
  let dense = 0;
  let insideWord = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x2e80) {
      dense += 1;
      insideWord = false;
      continue;
    }
    if (code < 0x250) latin += 1;
    else other += 1;
    const space = code <= 0x20 || (code >= 0xa0 && SPACE.test(text.charAt(index)));
    if (!space && !insideWord) words += 1;
    insideWord = !space;
  }
  const spaced = Math.max(words * TOKENS_PER_WORD, latin / LATIN_PER_TOKEN + other / OTHER_PER_TOKEN);
  return Math.ceil((spaced + dense) * MARGIN);
}
