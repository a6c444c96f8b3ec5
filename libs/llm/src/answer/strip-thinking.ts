const OPEN = /^\s*<think(?:ing)?>/iu;
const CLOSE = /<\/think(?:ing)?>/iu;

/**
 * The answer without the thoughts that some models write before it: `<think>…</think>`. A block that is never closed is all thoughts.
 * One that is closed but was opened by the model's template ends at the first closing tag, unless the answer begins as JSON does.
 */
export function stripThinking(text: string): string {
  let rest = text;
  while (OPEN.test(rest)) {
    const close = CLOSE.exec(rest);
    if (close === null) return "";
    rest = rest.slice(close.index + close[0].length);
  }
  const stray = /^\s*[[{]/u.test(rest) ? null : CLOSE.exec(rest);
  return (stray === null ? rest : rest.slice(stray.index + stray[0].length)).trim();
}
