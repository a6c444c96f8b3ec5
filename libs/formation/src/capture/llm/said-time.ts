import type { ResolvedDate } from "../dates.ts";
import type { Evidence } from "./support/evidence.ts";

const plain = (words: string): string => words.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();
const ISO_DAY = /^\d{4}-\d\d-\d\d(?:T|$)/;

/**
 * The date that words of a turn mean: those of the dates that its turns name which the words hold, or that hold them; the longest of
 * several. A date that a model worked out itself counts when the turns name the same day, a bare year when they name it. Null for anything else.
 */
export function saidTime(words: string | null, { dates, numbers }: Pick<Evidence, "dates" | "numbers">): ResolvedDate | null {
  const asked = plain(words ?? "");
  if (asked === "") return null;
  const day = ISO_DAY.test(words!) ? Date.parse(words!.slice(0, 10)) : NaN;
  const found = dates.filter((one) => one.date.at === day || holds(asked, plain(one.words)) || holds(plain(one.words), asked));
  return found.toSorted((left, right) => right.words.length - left.words.length)[0]?.date ?? bareYear(asked, numbers);
}

function bareYear(words: string, numbers: ReadonlySet<string>): ResolvedDate | null {
  const year = /\b(?:19|20)\d\d\b/.exec(words)?.[0];
  if (year === undefined || !numbers.has(year)) return null;
  return { at: Date.UTC(Number(year), 0, 1), until: null, written: year, absolute: true, namesMonth: false, precision: "year" };
}

const holds = (text: string, part: string): boolean => part !== "" && ` ${text} `.includes(` ${part} `);

const DAY = 86_400_000;

/** The last moment of a date as exact as it was said: of "in May" the end of May. Null for a day, which events rarely fill. */
export function lastMoment({ at, precision }: ResolvedDate): number | null {
  const start = new Date(at);
  if (precision === "month") return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1) - 1;
  if (precision === "year") return Date.UTC(start.getUTCFullYear() + 1, 0, 1) - 1;
  return precision === "about" ? at + 3 * DAY - 1 : null;
}
