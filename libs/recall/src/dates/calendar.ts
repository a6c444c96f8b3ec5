import type { DateRange } from "@memory-cortex/scoring";

export const DAY = 86_400_000;

/** What the calendar counts in. */
export type Unit = "day" | "week" | "month" | "year";

/** Start of the day, UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY) * DAY;

export const yearOf = (time: number): number => new Date(time).getUTCFullYear();

export const dayRange = (year: number, month: number, day: number): DateRange => ({ from: Date.UTC(year, month, day), until: Date.UTC(year, month, day + 1) });

/** @param month from 0; 12 and more run on into the next years. */
export const monthsRange = (year: number, month: number, count = 1): DateRange => ({ from: Date.UTC(year, month, 1), until: Date.UTC(year, month + count, 1) });

export const yearRange = (year: number): DateRange => monthsRange(year, 0, 12);

/** Monday to Sunday. */
export function weekOf(time: number): DateRange {
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7;
  const from = dayOf(time) - sinceMonday * DAY;
  return { from, until: from + 7 * DAY };
}

/** The start of the day so many units earlier: from 31 May a month back is 1 May, since there is no 31 April. */
export function unitsBefore(time: number, count: number, unit: Unit): number {
  const date = new Date(time);
  if (unit === "day" || unit === "week") return dayOf(time) - count * (unit === "week" ? 7 : 1) * DAY;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count * (unit === "year" ? 12 : 1), date.getUTCDate());
}

export function shiftYears({ from, until }: DateRange, years: number): DateRange {
  const shifted = (time: number): number => {
    const date = new Date(time);
    return Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate());
  };
  return { from: shifted(from), until: shifted(until) };
}

/** A month or day without a year may be that of any recent year. */
const YEARS_BACK = 5;

/** The same stretch of the asked year and of the years before, latest first. */
export function recentYears(range: DateRange, askedAt: number): DateRange[] {
  const asked = yearOf(askedAt) - yearOf(range.from);
  return Array.from({ length: YEARS_BACK + 1 }, (_, back) => shiftYears(range, asked - back));
}
