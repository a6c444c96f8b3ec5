/** Beginnings of objects that are tried in prefixed text, so that a hostile answer cannot keep us busy. */
const MOST_STARTS = 8;
const FENCED = /^```(?:json)?\s*\n([\s\S]*?)\n?\s*```$/iu;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The end of the object that begins at `start`, or null when it is never closed. Braces in strings do not count. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{") depth += 1;
    else if (character === "}") {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return null;
}

function firstObject(text: string, isEcho: (found: string) => boolean): unknown {
  let start = text.indexOf("{");
  for (let tried = 0; tried < MOST_STARTS && start >= 0; tried += 1) {
    const end = endOfObject(text, start);
    const found = end === null ? "" : text.slice(start, end);
    const value = found === "" ? undefined : parse(found);
    if (value !== undefined && !isEcho(found)) return value;
    start = text.indexOf("{", value === undefined ? start + 1 : end!);
  }
  return undefined;
}

/**
 * The JSON of an answer: as it is, out of a Markdown fence, or the first object in text around it. Of what stands in other text,
 * what `isEcho` names is passed over: an example that the model repeated from its prompt is no answer. Undefined when there is none.
 */
export function findJson(text: string, isEcho: (found: string) => boolean = () => false): unknown {
  const trimmed = text.trim();
  const whole = parse(trimmed);
  if (whole !== undefined) return whole;
  const fenced = FENCED.exec(trimmed);
  const inside = fenced === null ? undefined : parse(fenced[1]!);
  return inside === undefined ? firstObject(trimmed, isEcho) : inside;
}
