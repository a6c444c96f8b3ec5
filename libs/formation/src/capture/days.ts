import type { ParsedResult } from "chrono-node";

export const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

const DAY = 86_400_000;
/** What takes longer is no event, and more likely misread. */
const LONGEST_DAYS = 92;

/**
 * Start of the last day that words like "12-15 July" or "from 28 June to 3 July" name, epoch milliseconds UTC, for a range that begins at
 * `firstDay`. Null when they name one day, no day of a month, or more than {@link LONGEST_DAYS}.
 */
export function lastDay({ start, end }: Pick<ParsedResult, "start" | "end">, firstDay: number): number | null {
  if (!end?.isCertain("day") || !start.isCertain("day") || start.isCertain("hour")) return null;
  const days = Math.round((startOfDay(end.date()) - startOfDay(start.date())) / DAY);
  return days > 0 && days <= LONGEST_DAYS ? firstDay + days * DAY : null;
}

const startOfDay = (date: Date): number => Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());

/** "12 to 15 July 2023", "28 June to 3 July 2023", "30 December 2023 to 2 January 2024". */
export function writtenDays(first: number, last: number): string {
  const [from, to] = [new Date(first), new Date(last)];
  const month = (date: Date): string => ` ${MONTHS[date.getUTCMonth()]!}`;
  const sameYear = from.getUTCFullYear() === to.getUTCFullYear();
  const beginning = `${from.getUTCDate()}${sameYear && from.getUTCMonth() === to.getUTCMonth() ? "" : month(from)}${sameYear ? "" : ` ${from.getUTCFullYear()}`}`;
  return `${beginning} to ${to.getUTCDate()}${month(to)} ${to.getUTCFullYear()}`;
}
