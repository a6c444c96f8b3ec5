import { blankQuotes } from "../../statements.ts";

const FENCED = /^\s*(?:```|~~~)/;
const QUOTED_LINE = /^\s*>/;
/** What follows such a line was written by somebody else: a forwarded mail, a pasted text. */
const PASTED_FROM_HERE = /^\s*(?:-{2,}\s*(?:forwarded|original) message|(?:from|subject|sent|to|date|von|betreff):\s\S|begin forwarded message)|(?:\b(?:wrote|writes|reads|says|said|schrieb|a écrit)|\b(?:here(?:'s| is| are)|following|below|this|these|folgende[nrs]?)\b[^.!?]{0,60}):\s*$/i;
const MARKED = /<([a-z][\w-]*)(?:\s[^<>]{0,200})?>[\s\S]*?<\/\1\s*>/gi;

/** What the speaker of a message says themselves: without code, quotations, marked-up and pasted text. At most as long as the message. */
export function ownWords(message: string): string {
  const kept: string[] = [];
  let fenced = false;
  for (const line of message.replaceAll(MARKED, " ").split("\n")) {
    if (FENCED.test(line)) fenced = !fenced;
    else if (!fenced && !QUOTED_LINE.test(line)) kept.push(line.replaceAll(/`[^`]*`/g, " "));
    if (!fenced && PASTED_FROM_HERE.test(line)) break;
  }
  return blankQuotes(kept.join("\n"));
}
