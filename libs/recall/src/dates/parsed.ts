import type { DateRange } from "@memory-cortex/scoring";
import * as chrono from "chrono-node";

import { DAY, dayRange, monthsRange, recentYears, yearRange } from "./calendar.ts";
import type { Stretch } from "./stretch.ts";

/** Words that chrono-node takes for a day or a moment but that mostly mean something else; durations, and spans from something that is no date. */
const NO_DATE = /^(?:now|morning|noon|afternoon|evening|night|midnight|for .+|.+ (?:before|after))$/iu;
/** June and April are people too, "may" is a verb, "sun" shines: on their own they are times only after a word that makes them one. */
const BARE_NAME = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|(?:mon|tues?|wed|thurs?|fri|sat|sun)$)[a-z]*\.?$/iu;
const TIME_WORD = /(?<!\p{L})(?:in|since|before|after|until|till|by|during|last|next|this|early|mid|late|end|beginning|start|middle|of|from|between|around|throughout|on)(?: of)?(?: the)?[\s-]+$/iu;
/** "In May or June": the second as the first. */
const JOINT = /^(?:,? (?:and|or|to) | ?[-–] ?)$/u;
const MONTH_NAME = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu;
/** The last day to chrono-node; the last part of the stretch to us. */
const END_OF = /^(?:the )?end of /iu;
const WEEK = /\bweeks?\b/iu;
const WEEKEND = /\bweekend\b/iu;
const OF = /^ of\b/iu;
const WEEK_BEFORE = /^(?:the|a|one) week before\b/iu;
const WEEK_AFTER = /^(?:the|a|one) week after\b/iu;
const WEEK_DAYS = 7;
const HALF_WEEK = 3.5 * DAY;

/** What chrono-node (English) finds in a question: months, days, and times told from when it is asked. */
export function parsedIn(question: string, askedAt: number): Stretch[] {
  const results = chrono.parse(question, { instant: new Date(askedAt), timezone: 0 }).filter(({ text }) => !NO_DATE.test(text));
  return results.filter((result, index) => isMeant(question, result, results[index - 1])).flatMap((result) => {
    const ranges = rangesOf(result, askedAt);
    const start = result.index + (END_OF.exec(result.text)?.[0].length ?? 0);
    return ranges.length === 0 ? [] : [{ start, end: result.index + result.text.length, kind: namesMonthOrDay(result) ? "named" as const : "relative" as const, ranges }];
  });
}

function isMeant(question: string, { index, text }: chrono.ParsedResult, previous: chrono.ParsedResult | undefined): boolean {
  // "The last week of the trip" is told from the trip.
  if (/\b(?:week|weekend|month|year)$/iu.test(text)) return !OF.test(question.slice(index + text.length));
  if (!BARE_NAME.test(text) || TIME_WORD.test(question.slice(0, index))) return true;
  return previous !== undefined && JOINT.test(question.slice(previous.index + previous.text.length, index));
}

const namesMonthOrDay = (result: chrono.ParsedResult): boolean => result.start.isCertain("month") && !result.tags().has("result/relativeDate") && !isCasual(result);
const isCasual = (result: chrono.ParsedResult): boolean => [...result.tags()].some((tag) => tag.startsWith("casualReference/"));

function rangesOf(result: chrono.ParsedResult, askedAt: number): DateRange[] {
  const first = rangeOf(result.start, result.text);
  if (first === null) return [];
  const last = result.end ? rangeOf(result.end, "") : null;
  const range = { from: first.from, until: Math.max(first.until, last?.until ?? 0) };
  const undated = !result.start.isCertain("year") && result.start.isCertain("month") && MONTH_NAME.test(result.text);
  return undated && !result.end?.isCertain("year") ? recentYears(range, askedAt) : [range];
}

function rangeOf(components: chrono.ParsedComponents, text: string): DateRange | null {
  const [year, month, day] = [components.get("year"), components.get("month"), components.get("day")];
  if (year === null || month === null || day === null) return null;
  const date = dayRange(year, month - 1, day);
  if (WEEKEND.test(text)) return weekendOf(date);
  if (WEEK_BEFORE.test(text)) return { from: date.from, until: date.from + WEEK_DAYS * DAY };
  if (WEEK_AFTER.test(text)) return { from: date.until - WEEK_DAYS * DAY, until: date.until };
  if (WEEK.test(text)) return weekAround(date.from);
  if (END_OF.test(text) && components.isCertain("month")) return monthsRange(year, month - 1);
  if (components.isCertain("day") || components.isCertain("weekday")) return date;
  if (components.isCertain("month")) return monthsRange(year, month - 1);
  if (components.isCertain("year")) return yearRange(year);
  return components.isCertain("hour") ? null : weekAround(date.from);
}

const weekAround = (time: number): DateRange => ({ from: time - HALF_WEEK, until: time + HALF_WEEK });

/** chrono-node gives either of its days. */
function weekendOf({ from, until }: DateRange): DateRange {
  return new Date(from).getUTCDay() === 0 ? { from: from - DAY, until } : { from, until: until + DAY };
}
