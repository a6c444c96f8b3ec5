import { createHash } from "node:crypto";

/** The longest term, in UTF-16 code units. */
export const MAX_TERM_LENGTH = 64;

const DIGEST_LENGTH = 16;

/**
 * Shortens an over-long term to its head and a digest of the whole, so that two long addresses with the same beginning
 * stay different terms, and the same address is always the same one.
 */
export function limitTerm(term: string): string {
  if (term.length <= MAX_TERM_LENGTH) return term;
  const digest = createHash("sha256").update(term).digest("hex").slice(0, DIGEST_LENGTH);
  const head = term.slice(0, MAX_TERM_LENGTH - DIGEST_LENGTH - 1);
  const whole = head.isWellFormed() ? head : head.slice(0, -1);
  return `${whole}-${digest}`;
}
