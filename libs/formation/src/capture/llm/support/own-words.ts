import { ownLines } from "../../own-lines.ts";
import { blankQuotes } from "../../statements.ts";

const QUOTED_LINE = /^\s*>/;
const MARKED = /<([a-z][\w-]*)(?:\s[^<>]{0,200})?>[\s\S]*?<\/\1\s*>/gi;

/** What the speaker of a message wrote: without code, quoted lines, marked-up and pasted text. Titles and sayings in quotation marks stay. */
export function writtenWords(message: string): string {
  const lines = ownLines(message.replaceAll(MARKED, " ")).filter((line) => !QUOTED_LINE.test(line));
  return lines.map((line) => line.replaceAll(/`[^`]*`/g, (code) => code.replaceAll("`", ""))).join("\n");
}

/** What the speaker of a message says themselves: the same without what stands in quotation marks. */
export const ownWords = (message: string): string => blankQuotes(writtenWords(message));
