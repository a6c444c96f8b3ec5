import type { DateRange } from "@memory-cortex/scoring";

import { yearRange } from "./dates/calendar.ts";
import { joinRanges, meantRanges } from "./dates/direction.ts";
import { parsedIn } from "./dates/parsed.ts";
import { rollingIn } from "./dates/rolling.ts";
import { bestKind, joinStretches, LONGEST_QUESTION, matchesOf } from "./dates/stretch.ts";
import type { Stretch } from "./dates/stretch.ts";
import { yearlyIn } from "./dates/yearly.ts";

const YEAR = /\b(?:19|20)\d\d\b/gu;
const FROM = /\b(?:between|from)\s+(?:the\s+)?$/iu;
const TO = /^\s*(?:and|to|until|till|through)\s+(?:the\s+)?$/iu;

/**
 * Dates and ranges that a question names ("last week", "in May", "on 3 June 2024", "between 11 and 15 August", "before 2022", "since last
 * summer"), English, by the calendar of UTC, relative to when it is asked. Named without a year they stand for that month or day of the last
 * years. Open to one side, a range begins at −∞ or ends at ∞. A soft signal; none found: empty.
 */
export function questionDates(question: string, askedAt: number): DateRange[] {
  if (question.length > LONGEST_QUESTION) return [];
  const own = [...rollingIn(question, askedAt), ...yearlyIn(question, askedAt)];
  const told = joinStretches(own, parsedIn(question, askedAt));
  const stretches = bestKind(joinStretches(told, yearsIn(question)));
  return rangeBetween(question, stretches) ?? joinRanges(stretches.flatMap((stretch) => meantRanges(question, stretch, askedAt)));
}

const yearsIn = (question: string): Stretch[] => matchesOf(question, YEAR, ([year]) => ({ kind: "year", ranges: [yearRange(Number(year))] }));

/** "Between August 11 and August 15, 2023" is found as its two ends; the first has the year of the last. */
function rangeBetween(question: string, [first, last]: readonly Stretch[]): DateRange[] | null {
  if (first === undefined || last === undefined) return null;
  if (!FROM.test(question.slice(0, first.start)) || !TO.test(question.slice(first.end, last.start))) return null;
  return last.ranges.flatMap(({ until }) => {
    const from = first.ranges.map((range) => range.from).filter((time) => time < until);
    return from.length === 0 ? [] : [{ from: Math.max(...from), until }];
  });
}
