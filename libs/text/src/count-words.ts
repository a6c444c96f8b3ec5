/** How many characters make a word where no spaces tell. */
const IDEOGRAPHS_PER_WORD = 2;
const LETTERS_PER_SEA_WORD = 5;

type Script = "space" | "spaced" | "ideographic" | "southEastAsian";

function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code === 0xa0 || code === 0x1680 || code === 0x202f || code === 0x205f || code === 0xfeff) return true;
  return (code >= 0x2000 && code <= 0x200a) || code === 0x2028 || code === 0x2029 || (code >= 0x3000 && code <= 0x3003);
}

function scriptOf(code: number): Script {
  if (isSpace(code)) return "space";
  if (code < 0x0e00) return "spaced";
  if (code <= 0x0eff || (code >= 0x1000 && code <= 0x109f) || (code >= 0x1780 && code <= 0x17ff)) return "southEastAsian";
  if ((code >= 0x3005 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff)) return "ideographic";
  return "spaced";
}

function wordsOfRun(script: Script, length: number): number {
  if (script === "space" || length === 0) return 0;
  if (script === "ideographic") return Math.ceil(length / IDEOGRAPHS_PER_WORD);
  return script === "southEastAsian" ? Math.ceil(length / LETTERS_PER_SEA_WORD) : 1;
}

/**
 * How many words long a text is: what white space separates, as a person would count. Chinese and Japanese count two
 * characters a word, Thai, Lao, Khmer and Burmese five, which is near enough to damp long turns alike in every language.
 */
export function countWords(text: string): number {
  let words = 0;
  let script: Script = "space";
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const next = scriptOf(text.charCodeAt(index));
    if (next === script) continue;
    words += wordsOfRun(script, index - start);
    script = next;
    start = index;
  }
  return words + wordsOfRun(script, text.length - start);
}
