import { createHash } from "node:crypto";

/** Longer tokens are dropped by Memgraph's tokenizer. */
const LONGEST = 39;
const PLAIN = /^[a-wyz0-9][a-z0-9]*$/;

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

/** A term as one token of the text index, which any tokenizer leaves whole: letters and digits only, others hashed. `x` begins no plain term. */
export function encodeTerm(term: string): string {
  return term.length <= LONGEST && PLAIN.test(term) ? term : `x${hashOf(term)}`;
}

/** The terms of a document as the text that the index holds; empty terms are left out. */
export function encodeTerms(terms: readonly string[]): string[] {
  return terms.filter((term) => term !== "").map(encodeTerm);
}
