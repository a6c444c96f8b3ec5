import { hash } from "node:crypto";

/** 48 bits as hexadecimal digits: two of 100,000 words of a user share a token once in 50,000 users, and any tokenizer leaves it whole. */
const WIDTH = 12;

type Meaning = "term" | "namespace" | "kind";

/**
 * A word of the text index. It is made of the user too, so that only the user's own documents hold it: a search touches nothing of
 * others, and how often the index has met a word is how often this user said it. All tokens are equally long, so none is part of another.
 */
function tokenOf(userId: string, meaning: Meaning, value: string): string {
  return hash("sha1", `${meaning} ${userId.length} ${userId} ${value.toWellFormed()}`).slice(0, WIDTH);
}

/** The token of a term of our own text analysis. */
export const termToken = (userId: string, term: string): string => tokenOf(userId, "term", term);
/** Every document holds one for its namespace, so that the index looks at no other namespace. */
export const namespaceToken = (userId: string, namespace: string): string => tokenOf(userId, "namespace", namespace);
/** Every document holds one for its kind. */
export const kindToken = (userId: string, kind: string): string => tokenOf(userId, "kind", kind);

export interface IndexedDocument {
  namespace: string;
  kind: string;
  /** In order, with repeats; empty ones are left out. */
  terms: readonly string[];
}

/** What the text index holds of a document, and how many terms that are. Some 13 characters a term. */
export function encodeTerms(userId: string, { namespace, kind, terms }: IndexedDocument): { text: string; termCount: number } {
  const tokens = new Map<string, string>();
  const known = (term: string): string => {
    const token = tokens.get(term) ?? termToken(userId, term);
    tokens.set(term, token);
    return token;
  };
  const encoded = terms.filter((term) => term !== "").map(known);
  return { text: [namespaceToken(userId, namespace), kindToken(userId, kind), ...encoded].join(" "), termCount: encoded.length };
}
