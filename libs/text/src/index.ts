export { analyse, ANALYSIS_VERSION, TERM_PUNCTUATION, type AnalyseOptions } from "./analyse.ts";
export { analyseQuery, MAX_QUERY_TERMS } from "./analyse-query.ts";
export { clampText, type ClampLimits } from "./clamp-text.ts";
export { contentHash, normaliseForHash } from "./content-hash.ts";
export { countWords } from "./count-words.ts";
export { escapeForPrompt } from "./escape-for-prompt.ts";
export { estimateTokens } from "./estimate-tokens.ts";
export { hasInvalidUnicode } from "./has-invalid-unicode.ts";
export { MAX_TERM_LENGTH } from "./limit-term.ts";
