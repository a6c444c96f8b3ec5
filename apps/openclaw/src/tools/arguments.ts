import { ToolRefusal } from "./tool-refusal.ts";

/**
 * Arguments as a model wrote them. Hosts check them against the schema, but not all do, and models write "5" for 5: what can only mean one
 * thing is taken, everything else is refused with a sentence that says what it takes.
 */
export type Arguments = Readonly<Record<string, unknown>>;

export function argumentsOf(given: unknown): Arguments {
  return typeof given === "object" && given !== null && !Array.isArray(given) ? (given as Arguments) : {};
}

const isLeftOut = (value: unknown): boolean => value === undefined || value === null || value === "";

function refuse(name: string, takes: string): never {
  throw new ToolRefusal("invalid_argument", `${name} takes ${takes}. Nothing was done; call again.`, { argument: name });
}

/** Text that is not blank, trimmed; undefined when it is left out. */
export function optionalText(given: Arguments, name: string, maxLength = 20_000): string | undefined {
  const value = given[name];
  if (isLeftOut(value)) return undefined;
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text.length > maxLength) refuse(name, `a text of at most ${String(maxLength)} characters`);
  const trimmed = text.replaceAll("\0", "").toWellFormed().trim();
  return trimmed === "" ? undefined : trimmed;
}

export function requiredText(given: Arguments, name: string, maxLength?: number): string {
  return optionalText(given, name, maxLength) ?? refuse(name, "a text that is not empty");
}

interface Range {
  least: number;
  most: number;
}

/** A number within the range; numbers beyond it are taken as its end. */
export function optionalNumber(given: Arguments, name: string, { least, most }: Range): number | undefined {
  const value = given[name];
  if (isLeftOut(value)) return undefined;
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) refuse(name, `a number between ${String(least)} and ${String(most)}`);
  return Math.min(most, Math.max(least, number));
}

export function optionalInteger(given: Arguments, name: string, range: Range): number | undefined {
  const number = optionalNumber(given, name, range);
  return number === undefined ? undefined : Math.round(number);
}

export function flag(given: Arguments, name: string, leftOut = false): boolean {
  const value = given[name];
  if (isLeftOut(value)) return leftOut;
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  return refuse(name, "true or false");
}

export function optionalChoice<Choice extends string>(given: Arguments, name: string, choices: readonly Choice[]): Choice | undefined {
  const value = optionalText(given, name, 64)?.toLowerCase();
  if (value === undefined) return undefined;
  return choices.find((choice) => choice === value) ?? refuse(name, `one of ${choices.join(", ")}`);
}

/** A list of short texts; one text counts as a list of it, split at commas. */
export function optionalTexts(given: Arguments, name: string): string[] | undefined {
  const value = given[name];
  if (isLeftOut(value)) return undefined;
  const list: readonly unknown[] = typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : refuse(name, "a list of texts");
  const texts = list.map((item) => (typeof item === "string" ? item.trim() : refuse(name, "a list of texts"))).filter((item) => item !== "" && item.length <= 64);
  return texts.length === 0 ? undefined : [...new Set(texts)].slice(0, 32);
}
