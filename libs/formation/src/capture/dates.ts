import { casual } from "chrono-node";
import type { ParsedComponents, ParsedResult } from "chrono-node";

import { lastDay, MONTHS, writtenDays } from "./days.ts";
import { isMove, isMovedTo, liesAhead } from "./tense.ts";

/** A day, month or year that a sentence names, seen from the moment it was said. */
export interface ResolvedDate {
  /** Start, epoch milliseconds UTC. */
  at: number;
  /** Start of the last day, of "12–15 July" and the like; null for a single day, month or year. */
  until: number | null;
  /** How a reader would write it: "7 May 2023", "12 to 15 July 2023", "May 2023", "2023", "around 1 May 2023". */
  written: string;
  /** The words carry the year themselves, so that nothing needs to be added. */
  absolute: boolean;
  /** The words name the month but not the year: "14 March". */
  namesMonth: boolean;
  precision: "day" | "about" | "month" | "year";
}

/** Words that the parser takes for a date and people do not: spans, times of day, and "may", "sun", "march" in running text. */
const NO_DATE = /^(?:now|right now|today at \d|tonight at \d|may|sun|sat|mar|march|later|just now|soon|the second|second|this (?:second|minute|moment)|at (?:the )?(?:moment|present|night)|morning|afternoon|evening|night|noon|midnight|at noon|(?:on )?\d{1,2}\/\d{1,2})$|\bweekends\b/i;
const SPAN = /\b(?:past|over the|in the past|the last|last few|past few|couple)\s*$/i;
/** "4 years" is how long; "4 years ago" is when. */
const LENGTH = /^(?:for|over|since|about|within|after|before|during)?\s*(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|few|several|\d+)[\w\s-]*\b(?:days?|weeks?|months?|years?)\b(?!.*\b(?:ago|back|earlier|from now)\b)/i;
const SHORT_TIME = /\b(?:minutes?|hours?|seconds?|mins?|hrs?)\b/i;

const RANK = { day: 0, about: 1, month: 2, year: 3 };
const DAY = 86_400_000;
const NEAR_DAYS = 120;
const VAGUE = /\b(?:few|couple|several|about|around|roughly)\b/i;
const DONE = /\b(?:haven't|hasn't|finished|completed|read|managed|took|did|wrote|ran|built)\b/i;

/** The parser knows no tense: these words say themselves on which side of today a weekday lies. */
const SIDE_SAID = /\b(?:last|next|this|past|previous|week|weeks|ago|today|tomorrow|yesterday|weekend)\b/i;
const SIDE_BEFORE = /\b(?:last|past|previous)\s+$/i;
const RECURRING = /\b(?:every|each|most|every other|alternate)\s+(?:on\s+)?$/i;

/**
 * The most exact date in a sentence; null when it names none, or only a time of day or a span. "Friday" is the last or the next one as
 * the tense says. Of something that was moved "from Tuesday to Friday" it is the new date.
 */
export function resolveDate(sentence: string, saidAt: number): ResolvedDate | null {
  const dates = datesIn(sentence, saidAt);
  const targets = dates.filter(({ target }) => target);
  const [best] = (targets.length > 0 ? targets : dates).toSorted((left, right) => RANK[left.date.precision] - RANK[right.date.precision]);
  return best?.date ?? null;
}

/** A date where a sentence names it. */
export interface NamedDate {
  /** The words of the sentence that name it. */
  words: string;
  date: ResolvedDate;
  /** Something was moved to it. */
  target: boolean;
}

/** Every date that a sentence names, in order. */
export function datesIn(sentence: string, saidAt: number): NamedDate[] {
  const found = casual.parse(sentence.replaceAll(DASHED_DAYS, "-"), { instant: new Date(saidAt), timezone: "UTC" }).filter((one) => isDate(one, sentence));
  return found.flatMap((one) => {
    const date = toDate(one, { sentence, saidAt });
    return date === null ? [] : [{ words: sentence.slice(one.index, one.index + one.text.length), date, target: isTarget(one, sentence) }];
  });
}

/** The parser knows "July 12-15" and not "July 12–15". */
const DASHED_DAYS = /(?<=\d)[–—](?=\d)/g;

const isTarget = (found: ParsedResult, sentence: string): boolean => isMoveOfDays(found, sentence) || isMovedTo(sentence.slice(0, found.index));

/** "from Tuesday to Friday", not "from 3 PM to 11 AM on Friday". */
function isMoveOfDays({ index, start, end }: ParsedResult, sentence: string): boolean {
  return end !== null && end !== undefined && !(start.isCertain("hour") && end.isCertain("hour")) && isMove(sentence.slice(0, index));
}

/** "It may rain" and "march on" are no months; "in May" and "since last March" are. */
const MONTH_WORD = /^(?:may|march)$/i;
const MONTH_BEFORE = /\b(?:in|since|until|till|by|before|after|from|last|next|this|early|late|mid|during|of)[\s-]+$/i;

/** "I had a quiet weekend" names none: only "this", "last", "the weekend" do. */
const WEEKEND_BEFORE = /\b(?:the|this|that|last|next|past|previous|coming)\s+$/i;

function isDate({ text, index }: ParsedResult, sentence: string): boolean {
  if (/^weekend$/i.test(text) && !WEEKEND_BEFORE.test(sentence.slice(0, index))) return false;
  if (RECURRING.test(sentence.slice(0, index))) return false;
  if (MONTH_WORD.test(text)) return MONTH_BEFORE.test(sentence.slice(0, index));
  if (NO_DATE.test(text) || SHORT_TIME.test(text) || LENGTH.test(text) || SPAN.test(sentence.slice(0, index))) return false;
  // "finished it in 12 days" is a length, "I fly in 12 days" a date.
  return !(/^in (?:a )?\w+ (?:days?|weeks?|months?|years?)$/i.test(text) && DONE.test(sentence.slice(0, index)));
}

interface Said {
  sentence: string;
  saidAt: number;
}

function toDate(found: ParsedResult, said: Said): ResolvedDate | null {
  const { text } = found;
  const start = found.end && isMoveOfDays(found, said.sentence) ? found.end : found.start;
  const parts = /\bweekend\b/i.test(text) && !start.isCertain("month") ? weekend(found, said) : onItsSide(start, found, said);
  if (parts === null) return null;
  const precision = precisionOf(text, { day: start.isCertain("day") || start.isCertain("weekday"), month: start.isCertain("month"), year: start.isCertain("year") });
  if (precision === null) return null;
  const at = startOf(precision, parts);
  const until = precision === "day" && start === found.start ? lastDay(found, at) : null;
  const written = until === null ? write(precision, parts) : writtenDays(at, until);
  return {
    at,
    until,
    written: VAGUE.test(text) && !written.startsWith("around") ? `around ${written}` : written,
    absolute: /\b\d{4}\b/.test(text),
    namesMonth: start.isCertain("month") && !start.isCertain("year"),
    precision,
  };
}

/** The parser takes the nearest weekday and the nearest year; the tense of the sentence knows better. */
function onItsSide(start: ParsedComponents, { text, index }: ParsedResult, { sentence, saidAt }: Said): Parts | null {
  const year = start.get("year");
  const month = start.get("month");
  const day = start.get("day");
  if (year === null || month === null || day === null) return null;
  if (SIDE_SAID.test(text) || SIDE_BEFORE.test(sentence.slice(0, index)) || start.isCertain("year")) return { year, month, day };
  const ahead = liesAhead(sentence, { index, length: text.length });
  const weekday = start.get("weekday");
  if (start.isCertain("month")) return { year: yearOf({ year, month, day }, { ahead, saidAt }), month, day };
  return weekday !== null && start.isCertain("weekday") && !start.isCertain("day") ? weekdayAround(weekday, { ahead, saidAt }) : { year, month, day };
}

interface Side {
  ahead: boolean;
  saidAt: number;
}

/** Said on a Friday, "Friday" is a week away: for the day itself people say "today". */
function weekdayAround(weekday: number, { ahead, saidAt }: Side): Parts {
  const steps = (weekday - new Date(saidAt).getUTCDay() + 7) % 7;
  const away = ahead ? steps || 7 : steps - 7;
  const date = new Date(saidAt + away * DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Within some months the nearest year is the right one whatever the verb; only further off does the tense decide. */
function yearOf({ year, month, day }: Parts, { ahead, saidAt }: Side): number {
  const away = Date.UTC(year, month - 1, day) - saidAt;
  if (Math.abs(away) < NEAR_DAYS * DAY || away > 0 === ahead) return year;
  return ahead ? year + 1 : year - 1;
}

const BEFORE_LAST = /^ before last\b/i;

/** Saturday of the weekend that is meant; the parser counts "last weekend" from the wrong side of the week. */
function weekend({ text, index }: Pick<ParsedResult, "text" | "index">, { sentence, saidAt }: Said): Parts {
  const words = `${text}${BEFORE_LAST.exec(sentence.slice(index + text.length))?.[0] ?? ""}`;
  const monday = saidAt - ((new Date(saidAt).getUTCDay() + 6) % 7) * DAY;
  const weeks = /before last$/i.test(words) ? -2 : /\blast|\bpast|\bprevious/i.test(words) ? -1 : /\bnext/i.test(words) ? 1 : /\bago/i.test(words) ? -2 : 0;
  const saturday = new Date(monday + (5 + weeks * 7) * DAY);
  return { year: saturday.getUTCFullYear(), month: saturday.getUTCMonth() + 1, day: saturday.getUTCDate() };
}

interface Parts {
  year: number;
  month: number;
  day: number;
}

function precisionOf(words: string, certain: { day: boolean; month: boolean; year: boolean }): ResolvedDate["precision"] | null {
  if (/\byears?\b/i.test(words)) return "year";
  if (/\bmonths?\b/i.test(words) && !/\d+(?:st|nd|rd|th)/.test(words)) return "month";
  if (/\b(?:weeks?|weekend|few days|couple of days)\b/i.test(words)) return "about";
  if (certain.day) return "day";
  if (certain.month) return "month";
  return certain.year ? "year" : null;
}

function startOf(precision: ResolvedDate["precision"], { year, month, day }: Parts): number {
  if (precision === "year") return Date.UTC(year, 0, 1);
  return Date.UTC(year, month - 1, precision === "month" ? 1 : day);
}

function write(precision: ResolvedDate["precision"], { year, month, day }: Parts): string {
  if (precision === "year") return String(year);
  const monthAndYear = `${MONTHS[month - 1]!} ${year}`;
  if (precision === "month") return monthAndYear;
  return `${precision === "about" ? "around " : ""}${day} ${monthAndYear}`;
}
