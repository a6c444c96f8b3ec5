/** Written out by people who know the marker: brackets, and capitals where it is an ordinary word. */
const NO_MEMORY = /\[nomem\]|\[NOMEM\]|\[NoMem\]|\[PRIVATE\]|\[SECRET\]/;

const NO_EXPORT = /\[noexport\]|\[NOEXPORT\]|\[NoExport\]/;

const TAG = /<(\/?)private>/gi;

/** Whether the author asked for the whole message not to be remembered. */
export const hasNoMemoryMarker = (text: string): boolean => NO_MEMORY.test(text);

/** Whether the author asked for the message to stay here: it is remembered, and left out of exports. */
export const hasNoExportMarker = (text: string): boolean => NO_EXPORT.test(text);

/**
 * Cuts `<private>…</private>`, nested ones as a whole. A span that is never closed runs to the end: better to lose a line than to
 * keep what was meant to stay out. Text without the tag is returned unchanged.
 */
export function cutPrivateSpans(text: string): string {
  const lastClose = text.toLowerCase().lastIndexOf("</private>");
  let depth = 0;
  let openFrom = 0;
  let result = "";
  for (const tag of text.matchAll(TAG)) {
    if (tag[1] === "") {
      // "List<Private>" in code: glued to a word and never closed.
      if (tag.index > lastClose && /\w/.test(text[tag.index - 1] ?? "")) continue;
      if (depth === 0) result += text.slice(openFrom, tag.index);
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0) openFrom = tag.index + tag[0].length;
    }
  }
  if (depth > 0) return result.trimEnd();
  return openFrom === 0 ? text : (result + text.slice(openFrom)).trim();
}
