import { structuredPatch } from "diff";

const CONTEXT_LINES = 2;

/** Keys whose values a terminal, a log or a bug report should not show, with a text after them. */
const SECRET = /((?:token|secret|password|passphrase|api_?key|authorization|credential)[\w.-]*["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'[^']*'|(?!(?:[\d.-]+|true|false|null)\b)[^\s,}\]"']+)/gi;

const masked = (head: string, value: string): string => {
  const quote = /^["']/.exec(value)?.[0] ?? "";
  return `${head}${quote}•••${quote}`;
};

/** "apiKey": "sk-…" → "apiKey": "•••" */
export const maskSecrets = (line: string): string => line.replaceAll(SECRET, (_, head: string, value: string) => masked(head, value));

/** What changes from one text to the other, as a unified diff without its header; values of keys, tokens and passwords are masked. Empty when nothing changes. */
export function showDiff(before: string, after: string): string[] {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: CONTEXT_LINES });
  return hunks.flatMap((hunk) => [`@@ line ${hunk.newStart} @@`, ...hunk.lines.map(maskSecrets)]);
}
