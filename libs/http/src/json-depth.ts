const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);

/** Whether JSON text nests objects and arrays deeper than `limit`. One pass without recursion; text that is not JSON gets some answer. */
export function exceedsDepth(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (inString) {
      if (unit === BACKSLASH) index += 1;
      else if (unit === QUOTE) inString = false;
    } else if (unit === QUOTE) {
      inString = true;
    } else if (OPEN.has(unit)) {
      depth += 1;
      if (depth > limit) return true;
    } else if (CLOSE.has(unit)) {
      depth -= 1;
    }
  }
  return false;
}
