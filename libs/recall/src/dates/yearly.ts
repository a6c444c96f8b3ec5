import type { DateRange } from "@memory-cortex/scoring";

import { dayRange, monthsRange, recentYears, yearOf } from "./calendar.ts";
import { matchesOf } from "./stretch.ts";
import type { Stretch } from "./stretch.ts";

/** First month, from 0, of three: the seasons of meteorologists, of the northern half. On the southern half of the Earth they are half a year off. */
const FIRST_MONTH = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 } as const;
type Season = keyof typeof FIRST_MONTH;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"] as const;
/** Month from 0, first day, days. */
const FEASTS = { christmas: [11, 24, 3], "new year": [11, 31, 2], halloween: [9, 31, 1], valentine: [1, 14, 1] } as const;
type Feast = keyof typeof FEASTS;

const WHICH = String.raw`(?:(?<which>last|past|this|next) )?`;
const YEAR = String.raw`(?:,? (?:of |in )?(?<year>(?:19|20)\d\d)\b)?`;
/** Without a year a season or feast is one after a word that makes it a time: a Christmas tree is none, and plans "for the summer" are made before it. "After the fall" is after another thing. */
const SEASON_TIME = String.raw`(?:(?:(?<=\b(?:in|during|early|late|mid|since|until|till|by|before|after|(?:in|during|over) the|(?:start|beginning|middle|end) of(?: the)?)[ -])|(?<=\b(?:since|until|till|by|before|after) the )(?=summer|autumn|winter))(?<time>)|)`;
const FEAST_TIME = String.raw`(?:(?<=\b(?:at|over|in|on|around|during|before|after|since|until|till|by) (?:the )?)(?<time>)|)`;
const SEASON = new RegExp(String.raw`\b${WHICH}${SEASON_TIME}(?<name>spring|summer|autumn|fall|winter)\b${YEAR}`, "giu");
const FEAST = new RegExp(String.raw`\b${WHICH}${FEAST_TIME}(?<name>christmas|new year|halloween|valentine)(?:['’]?s)?(?: (?:day|eve))?\b${YEAR}`, "giu");

/** Other names of months chrono-node reads itself; "may" it mostly leaves alone. A day or a year beside it makes it a date for chrono-node. */
const MONTH = /\b(?:(?<which>last|past|this|next) (?<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)|(?<=\b(?:in|since|before|after|until|till|by|during|early|mid|late|end of|start of|beginning of|middle of)[ -])(?<time>)may)\b(?!,? \d)/giu;

/** What returns each year and chrono-node does not know: seasons, feasts of fixed dates, and months by "last", "this" and "next" ("spring 2024", "at Christmas", "last May"). */
export function yearlyIn(question: string, askedAt: number): Stretch[] {
  const seasons = matchesOf(question, SEASON, ({ groups = {} }) => timesOf((year) => seasonsOf(groups["name"]!.toLowerCase() as Season, year), groups, askedAt));
  const feasts = matchesOf(question, FEAST, ({ groups = {} }) => timesOf((year) => [feastOf(groups["name"]!.toLowerCase() as Feast, year)], groups, askedAt));
  const months = matchesOf(question, MONTH, ({ groups = {} }) => timesOf((year) => [monthsRange(year, MONTHS.findIndex((month) => (groups["name"] ?? "may").toLowerCase().startsWith(month)))], groups, askedAt));
  return [...seasons, ...feasts, ...months];
}

/** A winter has two years. */
function seasonsOf(season: Season, year: number): [DateRange, ...DateRange[]] {
  const first = FIRST_MONTH[season];
  return season === "winter" ? [monthsRange(year, first, 3), monthsRange(year - 1, first, 3)] : [monthsRange(year, first, 3)];
}

function feastOf(feast: Feast, year: number): DateRange {
  const [month, day, days] = FEASTS[feast];
  return { from: dayRange(year, month, day).from, until: dayRange(year, month, day + days - 1).until };
}

/** Those of the year that is named, the one that "last", "this" or "next" means, those of the last years, or no time at all. */
function timesOf(ofYear: (year: number) => DateRange[], groups: Partial<Record<string, string>>, askedAt: number): Pick<Stretch, "kind" | "ranges"> | null {
  const { which, year, time } = groups;
  if (year !== undefined) return { kind: "named", ranges: ofYear(Number(year)) };
  const asked = yearOf(askedAt);
  if (which !== undefined) return { kind: "relative", ranges: [meantBy(which.toLowerCase(), [1, 0, -1, -2].map((years) => ofYear(asked + years)[0]!), askedAt)] };
  return time === undefined ? null : { kind: "named", ranges: recentYears(ofYear(asked)[0]!, askedAt) };
}

/** Of times a year apart, latest first, both before and after the moment. "This summer" is the nearer one. */
function meantBy(which: string, times: readonly DateRange[], askedAt: number): DateRange {
  const last = times.find(({ until }) => until <= askedAt)!;
  const next = times.findLast(({ from }) => from > askedAt)!;
  if (which !== "this") return which === "next" ? next : last;
  const present = times.find(({ from, until }) => from <= askedAt && askedAt < until);
  return present ?? (askedAt - last.until < next.from - askedAt ? last : next);
}
