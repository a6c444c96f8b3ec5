export const LOWER = "abcdefghijklmnopqrstuvwxyz";
export const UPPER = LOWER.toUpperCase();
export const DIGITS = "0123456789";
export const HEX = "0123456789abcdef";
export const ALPHANUMERIC = LOWER + UPPER + DIGITS;
export const BASE64 = `${ALPHANUMERIC}+/`;
export const URL_SAFE = `${ALPHANUMERIC}_-`;

/** Text of random characters that is the same in every run (mulberry32). */
export function seededText(seed: number): (alphabet: string, length: number) => string {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return (alphabet, length) => Array.from({ length }, () => alphabet[next() % alphabet.length]!).join("");
}
