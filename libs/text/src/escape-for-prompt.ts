// White space and control characters, and what a person cannot see but a model reads: bidirectional overrides, tag characters.
const BLANK = /[\s\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]+/gu;
/** Other than single spaces: most texts hold none, and replacing each space by itself makes a string of every word. */
const UNUSUAL = /[^\S ]|[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]| {2}/u;
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Remembered text as data on one line of a prompt: no tag can open or close in it, no line can begin, nothing is hidden.
 * Lone surrogates become U+FFFD. Undone by replacing the three entities; not idempotent, so escape once, at the very end.
 */
export function escapeForPrompt(text: string): string {
  const whole = text.toWellFormed();
  const line = (UNUSUAL.test(whole) ? whole.replace(BLANK, " ") : whole).trim();
  return line.replace(/[&<>]/gu, (character) => ENTITIES[character] ?? character);
}
