import { CortexError } from "@memory-cortex/models";

const LINE = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/;

/**
 * Variables of a file like `.env`: `NAME=value`, comments, values in single or double quotes as they stand between them. Throws
 * `invalid_fields` for any other line: a variable that is silently missed is looked for in the wrong place.
 */
export function parseEnvironmentFile(text: string): Map<string, string> {
  const variables = new Map<string, string>();
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [, name, value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new CortexError("invalid_fields", { detail: `Line ${index + 1} is no NAME=value.` });
    variables.set(name, unquoted(value.trim()));
  }
  return variables;
}

function unquoted(value: string): string {
  const quote = value[0];
  if ((quote === "'" || quote === '"') && value.length > 1 && value.endsWith(quote)) return value.slice(1, -1);
  return value.replace(/\s+#.*$/, "");
}
