/** Longer tokens are mostly seen once. */
const REMEMBERED_LENGTH = 32;

/**
 * Remembers what tokens come to: words repeat, and most text then costs one look-up a word. Beyond the limit it begins anew.
 * @param limit number of tokens
 */
export function rememberTokens<Result>(limit: number, expand: (token: string, language: string) => Result): (token: string, language: string) => Result {
  const remembered = new Map<string, Result>();
  return (token, language) => {
    if (token.length > REMEMBERED_LENGTH) return expand(token, language);
    const key = `${language} ${token}`;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const result = expand(token, language);
    if (remembered.size >= limit) remembered.clear();
    remembered.set(key, result);
    return result;
  };
}
