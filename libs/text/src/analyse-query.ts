import { primaryLanguage, type AnalyseOptions } from "./analyse.ts";
import { expandSpaceless } from "./expand-spaceless.ts";
import { expandToken, type TokenTerm } from "./expand-token.ts";
import { isAscii, normaliseUnicode } from "./normalise-unicode.ts";
import { rememberTokens } from "./remember-tokens.ts";
import { scanAscii, scanTokens } from "./scan-tokens.ts";
import { stopWords } from "./stop-words.ts";

/** More terms than this cost time and add noise. */
export const MAX_QUERY_TERMS = 32;

/** Of what is asked, and of statements that are compared: some 4 MB when full. */
const TOKENS_REMEMBERED = 10_000;
const termsOfToken = rememberTokens(TOKENS_REMEMBERED, (token, language): readonly TokenTerm[] => expandToken(token, language));

function queryTerms(text: string, language: string): TokenTerm[] {
  const normal = normaliseUnicode(text);
  if (isAscii(normal)) return scanAscii(normal).flatMap((token) => termsOfToken(token, language));
  return scanTokens(normal).flatMap((token) => {
    if (token.kind === "word") return termsOfToken(token.text, language);
    if (token.kind === "spaceless") return expandSpaceless(token.text, "query");
    return [{ term: token.text, word: token.text }];
  });
}

function counted(terms: readonly TokenTerm[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { term } of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/**
 * The terms to look for: those of `analyse`, each once, without stop words unless there is nothing else, at most 32. When a
 * long text asks for more, those it repeats most are kept, then the earliest.
 */
export function analyseQuery(query: string, options?: AnalyseOptions): string[] {
  const language = primaryLanguage(options);
  const all = queryTerms(query, language);
  const stop = stopWords(language);
  const telling = all.filter(({ word }) => !stop.has(word));
  const counts = counted(telling.length > 0 ? telling : all);
  const terms = Array.from(counts.keys());
  if (terms.length <= MAX_QUERY_TERMS) return terms;
  return terms.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0)).slice(0, MAX_QUERY_TERMS);
}
