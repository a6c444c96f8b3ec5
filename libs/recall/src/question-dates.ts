import type { DateRange } from "@memory-cortex/scoring";
import * as chrono from "chrono-node";

const DAY = 86_400_000;
const HALF_WEEK = 3.5 * DAY;
/** A question longer than this is a document; its dates are not what is asked for. */
const LONGEST_QUESTION = 500;
/** Words that chrono takes for a month, a day or a moment but that mostly mean something else. */
const AMBIGUOUS = /^(?:may|mar|march|sun|sat|wed|now|morning|noon|afternoon|evening|night|midnight)$/u;
const MONTH_NAME = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu;
const WEEK = /\bweek/iu;
const YEAR = /\b(?:19|20)\d\d\b/gu;
/** A month or day without a year may be that of any recent year. */
const YEARS_BACK = 5;

/**
 * Dates and ranges that a question names ("last week", "in May", "on 3 June 2024", "between 11 and 15 August", "in 2022"), relative to when
 * it is asked, by chrono-node (English). Named without a year they stand for that month or day of the last years. Beside a named date,
 * "the last week (of August)" is no date of its own. A soft signal; none found: empty.
 */
export function questionDates(question: string, askedAt: number): DateRange[] {
  if (question.length > LONGEST_QUESTION) return [];
  const parsed = chrono.parse(question, { instant: new Date(askedAt), timezone: 0 }).filter(({ text }) => !AMBIGUOUS.test(text));
  const named = parsed.filter(namesMonthOrDay);
  const between = rangeBetween(question, named, askedAt);
  const ranges = between ?? (named.length > 0 ? named : parsed).flatMap((result) => rangesOf(result, askedAt));
  return ranges.length > 0 ? ranges : (question.match(YEAR) ?? []).map((year) => yearRange(Number(year)));
}

const namesMonthOrDay = (result: chrono.ParsedResult): boolean => result.start.isCertain("month") && !result.tags().has("result/relativeDate") && !isCasual(result);
const isCasual = (result: chrono.ParsedResult): boolean => [...result.tags()].some((tag) => tag.startsWith("casualReference/"));

/** "between August 11 and August 15, 2023": chrono-node finds the two ends only. */
function rangeBetween(question: string, [first, last]: readonly chrono.ParsedResult[], askedAt: number): DateRange[] | null {
  if (first === undefined || last === undefined) return null;
  const joint = question.slice(first.index + first.text.length, last.index);
  if (!/\bbetween\s+$/iu.test(question.slice(0, first.index)) || !/^\s*and\s*$/iu.test(joint)) return null;
  const ends = rangesOf(last, askedAt);
  const starts = first.start.isCertain("year") ? rangesOf(first, askedAt) : ends.map(({ from }) => fromOf(first, new Date(from).getUTCFullYear()));
  return ends.flatMap(({ until }, index) => {
    const from = (starts[index] ?? starts[0])?.from;
    return from === undefined || from >= until ? [] : [{ from, until }];
  });
}

const fromOf = ({ start }: chrono.ParsedResult, year: number): Pick<DateRange, "from"> => ({ from: Date.UTC(year, (start.get("month") ?? 1) - 1, start.isCertain("day") ? (start.get("day") ?? 1) : 1) });

function rangesOf(result: chrono.ParsedResult, askedAt: number): DateRange[] {
  const first = rangeOf(result.start, WEEK.test(result.text));
  if (first === null) return [];
  const last = result.end ? rangeOf(result.end, false) : null;
  const range = { from: first.from, until: Math.max(first.until, last?.until ?? 0) };
  const undated = !result.start.isCertain("year") && result.start.isCertain("month") && MONTH_NAME.test(result.text);
  return undated ? recentYears(range, new Date(askedAt).getUTCFullYear()) : [range];
}

function rangeOf(components: chrono.ParsedComponents, week: boolean): DateRange | null {
  const year = components.get("year");
  const month = components.get("month");
  const day = components.get("day");
  if (year === null || month === null || day === null) return null;
  if (week) return weekAround(Date.UTC(year, month - 1, day));
  if (components.isCertain("day") || components.isCertain("weekday")) return { from: Date.UTC(year, month - 1, day), until: Date.UTC(year, month - 1, day + 1) };
  if (components.isCertain("month")) return { from: Date.UTC(year, month - 1, 1), until: Date.UTC(year, month, 1) };
  if (components.isCertain("year")) return yearRange(year);
  if (components.isCertain("hour")) return null;
  return weekAround(Date.UTC(year, month - 1, day));
}

const weekAround = (time: number): DateRange => ({ from: time - HALF_WEEK, until: time + HALF_WEEK });

const yearRange = (year: number): DateRange => ({ from: Date.UTC(year, 0, 1), until: Date.UTC(year + 1, 0, 1) });

function recentYears(range: DateRange, askedYear: number): DateRange[] {
  const named = new Date(range.from).getUTCFullYear();
  return Array.from({ length: YEARS_BACK + 1 }, (_, back) => {
    const shift = askedYear - back - named;
    return { from: shiftYears(range.from, shift), until: shiftYears(range.until, shift) };
  });
}

function shiftYears(time: number, years: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate());
}
