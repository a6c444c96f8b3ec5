/** Measured: words with spaces are mostly known, scripts without them are cut by a dictionary. Milliseconds a character. */
const ASCII_MS = 0.000_2;
const OTHER_MS = 0.005;
const ASCII_END = 0x80;
/** Enough to tell the script of a text. */
const SAMPLE = 64;

/** About how long the analysis of texts takes, in milliseconds; from a sample of each, so that asking costs nothing. */
export function analysisCost(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + costOf(text), 0);
}

function costOf(text: string): number {
  if (text.length === 0) return 0;
  const step = Math.max(1, Math.floor(text.length / SAMPLE));
  let looked = 0;
  let other = 0;
  for (let at = 0; at < text.length; at += step) {
    looked += 1;
    if (text.charCodeAt(at) >= ASCII_END) other += 1;
  }
  const share = other / looked;
  return text.length * (share * OTHER_MS + (1 - share) * ASCII_MS);
}
