const FENCE = /^\s*(?:```|~~~)/;
/** The head of a mail: it and what follows were written by somebody else. */
const MAIL_HEAD = /^\s*(?:-{2,}\s*(?:forwarded|original) message|(?:from|subject|sent|to|date|von|betreff):\s\S|begin forwarded message)/i;
/** What follows such a line was written by somebody else. */
const PASTED_BELOW = /(?:\b(?:wrote|writes|reads|says|said|schrieb|a écrit)|\b(?:here(?:'s| is| are)|following|below|this|these|folgende[nrs]?)\b[^.!?]{0,60}):\s*$/i;

/** The lines of a message that its speaker wrote: without code in fences, and without what they pasted below, to the end. A paste in a fence ends with it. */
export function ownLines(message: string): string[] {
  const lines = message.split("\n");
  const own: string[] = [];
  let fenced = false;
  for (const [index, line] of lines.entries()) {
    if (FENCE.test(line)) fenced = !fenced;
    else if (!fenced) {
      if (MAIL_HEAD.test(line)) break;
      own.push(line);
      if (PASTED_BELOW.test(line) && !isFenceNext(lines, index)) break;
    }
  }
  return own;
}

function isFenceNext(lines: readonly string[], index: number): boolean {
  const next = lines.slice(index + 1).find((line) => line.trim() !== "");
  return next !== undefined && FENCE.test(next);
}
