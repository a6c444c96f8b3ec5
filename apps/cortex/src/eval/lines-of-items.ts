/** The line (from 1) on which each item of a JSON list begins. Expects text that JSON.parse takes. */
export function linesOfItems(json: string): number[] {
  const lines: number[] = [];
  let [line, depth, inString, awaited] = [1, 0, false, false];
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index]!;
    if (character === "\n") line += 1;
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
      continue;
    }
    if (/\s/u.test(character)) continue;
    if (character === "]" || character === "}") {
      depth -= 1;
      continue;
    }
    if (awaited) lines.push(line);
    awaited = (character === "[" && depth === 0) || (character === "," && depth === 1);
    if (character === '"') inString = true;
    if (character === "[" || character === "{") depth += 1;
  }
  return lines;
}
