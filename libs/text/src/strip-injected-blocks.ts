/** Tags that wrap recalled memories: ours, and the plugin's before us. */
const TAGS = ["memory-cortex", "relevant-memories"];

const OLD_HEADING = "## Long-Term Memories";
const OLD_SUMMARY = /^\*\*Summary \(from previous context\):\*\*/;
const OLD_FACT = /^- \[[^\]\n]{0,256}\] .*\(importance: \d+(?:\.\d+)?\)\s*$/;

/**
 * Removes recalled memories that an agent put into the prompt, so that they are not captured again as if somebody had said them.
 * Text without such a block is returned unchanged.
 */
export function stripInjectedBlocks(text: string): string {
  let result = text;
  for (const tag of TAGS) result = cutTag(result, tag);
  result = cutOldBlock(result);
  return result === text ? text : result.trim();
}

function cutTag(text: string, tag: string): string {
  const close = `</${tag}>`;
  let result = "";
  let from = 0;
  for (;;) {
    const start = findOpening(text, tag, from);
    if (start === -1) return result + text.slice(from);
    const end = text.indexOf(close, start);
    if (end !== -1) {
      result += text.slice(from, start);
      from = end + close.length;
      continue;
    }
    // Truncated by somebody's length limit: the block opens a line and runs to the end. In running prose it is just a word.
    const cut = opensBlock(text, start) ? start : text.length;
    return result + text.slice(from, cut);
  }
}

function findOpening(text: string, tag: string, from: number): number {
  const open = `<${tag}`;
  for (let start = text.indexOf(open, from); start !== -1; start = text.indexOf(open, start + 1)) {
    const next = text[start + open.length];
    if (next === ">" || next === " " || next === "\n") return start;
  }
  return -1;
}

function opensBlock(text: string, start: number): boolean {
  if (start > 0 && text[start - 1] !== "\n") return false;
  const lineEnd = text.indexOf("\n", start);
  return lineEnd !== -1 && text.slice(start, lineEnd).trimEnd().endsWith(">");
}

/** The older middleware wrote a heading, then a summary line, then one line a fact. The heading alone is somebody's own document. */
function cutOldBlock(text: string): string {
  if (!text.includes(OLD_HEADING)) return text;
  const lines = text.split("\n");
  const kept: string[] = [];
  for (let index = 0; index < lines.length; ) {
    const end = lines[index]!.trim() === OLD_HEADING ? endOfOldBlock(lines, index + 1) : index;
    if (end > index) index = end;
    else kept.push(lines[index++]!);
  }
  return kept.length === lines.length ? text : kept.join("\n");
}

/** Index after the block whose heading lies before `from`; `from - 1` when no line of the block follows. */
function endOfOldBlock(lines: readonly string[], from: number): number {
  let end = from - 1;
  let inSummary = false;
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (OLD_FACT.test(line)) inSummary = false;
    else if (OLD_SUMMARY.test(line)) inSummary = true;
    else if (line.trim() === "") {
      inSummary = false;
      continue;
    } else if (!inSummary) break;
    end = index + 1;
  }
  return end;
}
