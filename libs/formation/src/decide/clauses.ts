/** "Ana: I live in Lisbon. (May 2026)" → the words that were said. */
export interface SaidText {
  /** Without the speaker's name in front and the resolved date behind. */
  said: string;
  /** The resolved date behind, as it was written; null without one. */
  date: string | null;
}

const DATE_BEHIND = /\s*\(((?:around )?(?:\d{1,2} )?(?:[A-Z][a-z]+ )?\d{4})\)\s*$/;

export function saidIn(text: string, speaker: string | null): SaidText {
  const date = DATE_BEHIND.exec(text)?.[1] ?? null;
  const words = text.replace(DATE_BEHIND, "");
  const prefix = speaker === null ? "" : `${speaker}: `;
  return { said: (prefix !== "" && words.startsWith(prefix) ? words.slice(prefix.length) : words).replaceAll("’", "'").trim(), date };
}

/** A comma or a conjunction with a new subject or verb behind it begins a clause of its own. */
const BOUNDARY = /(?<!\b(?:St|Dr|Mr|Mrs|Ms|Prof|No|vs|approx))[.;!?](?=\s|$)|\s[–—-]\s|,?\s(?:and|but|so|while|whereas|although|though|because|since)\s(?=(?:now |then |also |currently )?(?:I|we|he|she|they|it|my|our|his|her|their|the|[\p{Lu}][\p{Ll}]+)\b['\w]*\s)|,\s(?=(?:and |but |so )?(?:I|we|he|she|they|it|my|our|now)\b)/gu;

/** The clauses of a statement, in order; "I moved to Lisbon, and my sister lives in Graz" has two. */
export function clausesOf(said: string): string[] {
  return said.split(BOUNDARY).map((clause) => clause.trim()).filter((clause) => clause !== "");
}
