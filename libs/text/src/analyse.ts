import { expandSpaceless } from "./expand-spaceless.ts";
import { expandToken } from "./expand-token.ts";
import { isAscii, normaliseUnicode } from "./normalise-unicode.ts";
import { rememberTokens } from "./remember-tokens.ts";
import { scanAscii, scanTokens } from "./scan-tokens.ts";

export interface AnalyseOptions {
  /** ISO 639-1 code, with or without a region ("de", "pt-BR"). It chooses the stemmer of its script. Default "en". */
  readonly language?: string | undefined;
}

/** Raise it whenever the same text may give other terms: what was indexed under another version has to be indexed anew. */
export const ANALYSIS_VERSION = 1;

/**
 * ASCII punctuation that terms may hold. Everything else in a term is a lower-case ASCII letter, an ASCII digit, or a
 * character above U+007F that is a letter, mark, number, currency sign or emoji. So a tokenizer that splits on other ASCII
 * characters (SQLite FTS5: `ascii` with these as tokenchars) gives back exactly the terms that were joined by spaces.
 */
export const TERM_PUNCTUATION = "._-/@:+&#$%";

/** Some 20 MB when full of identifiers. */
const TOKENS_REMEMBERED = 50_000;
const termsOfToken = rememberTokens(TOKENS_REMEMBERED, (token, language): readonly string[] => expandToken(token, language).map(({ term }) => term));

export function primaryLanguage(options: AnalyseOptions | undefined): string {
  return (options?.language ?? "en").toLowerCase().split(/[-_]/u)[0] ?? "en";
}

/**
 * The index terms of a document, in order, with repeats. Any string is accepted; terms have 1 to 64 UTF-16 code units of the
 * alphabet told at `TERM_PUNCTUATION`, never white space, control characters or quotes. Index and query must name the same
 * language.
 */
export function analyse(text: string, options?: AnalyseOptions): string[] {
  const language = primaryLanguage(options);
  const normal = normaliseUnicode(text);
  const terms: string[] = [];
  if (isAscii(normal)) {
    for (const token of scanAscii(normal)) for (const term of termsOfToken(token, language)) terms.push(term);
    return terms;
  }
  for (const token of scanTokens(normal)) {
    if (token.kind === "word") for (const term of termsOfToken(token.text, language)) terms.push(term);
    else if (token.kind === "emoji") terms.push(token.text);
    else for (const { term } of expandSpaceless(token.text, "document")) terms.push(term);
  }
  return terms;
}
