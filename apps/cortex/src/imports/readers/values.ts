/** What a record of somebody else may hold: nothing is known of it. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** Text that the service takes: without NUL characters and halves of characters, which some exports hold. */
export const wholeText = (text: string): string => text.toWellFormed().replaceAll("\0", "");

/** A text that is not blank; undefined for everything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? wholeText(value) : undefined;
}

/** A name, cut to what the service takes. */
export const nameOf = (value: unknown, maxLength: number): string | undefined => {
  const text = typeof value === "number" ? String(value) : textOf(value)?.trim();
  return text === undefined ? undefined : [...text].slice(0, maxLength).join("");
};

const DAY_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const ISO = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?<zone> ?(?:Z|UTC|[+-]\d{2}(?::?\d{2})?))?$/i;
/** Epoch seconds of the year 5138 are epoch milliseconds of 1973: nothing here is that old. */
const FIRST_MILLISECONDS = 100_000_000_000;

/** Epoch milliseconds of a time as programs write it: epoch seconds or milliseconds, or ISO 8601, in UTC when it names no zone. Null when it is none. */
export function timeOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? Math.round(Math.abs(value) < FIRST_MILLISECONDS ? value * 1_000 : value) : null;
  if (typeof value !== "string") return null;
  const text = value.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return timeOf(Number(text));
  if (DAY_ONLY.test(text)) return finite(Date.parse(`${text}T00:00Z`));
  const zone = ISO.exec(text)?.groups?.["zone"];
  if (!ISO.test(text)) return null;
  const iso = text.slice(0, text.length - (zone?.length ?? 0)).replace(" ", "T").replace(",", ".");
  return finite(Date.parse(`${iso}${zoneOf(zone?.trim())}`));
}

const finite = (time: number): number | null => (Number.isFinite(time) ? time : null);

function zoneOf(zone: string | undefined): string {
  if (zone === undefined || /^(?:Z|UTC)$/i.test(zone)) return "Z";
  return zone.length === 3 ? `${zone}:00` : zone;
}

/** Go writes times that were never set as the year 1. */
const isUnset = (value: unknown): boolean => value === null || value === undefined || value === "" || value === 0 || (typeof value === "string" && value.startsWith("0001-01-01"));

/** A field with a time: its epoch milliseconds, undefined when it is not set, and why when it is no time. */
export function timeField(fields: Fields, name: string): { at: number | undefined } | { reason: string } {
  const value = fields[name];
  if (isUnset(value)) return { at: undefined };
  const at = timeOf(value);
  return at === null ? { reason: `${name}: is not a time` } : { at };
}
