import { unitsBefore, weekOf } from "./calendar.ts";
import type { Unit } from "./calendar.ts";
import { matchesOf } from "./stretch.ts";
import type { Stretch } from "./stretch.ts";

/** The vague ones generously: a signal that reaches a little too far does no harm. */
const COUNTS: Readonly<Record<string, number>> = {
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12, couple: 3, "couple of": 3, few: 4, several: 6,
};
/** Of "the last weeks". */
const UNSAID = 4;
const COUNT = String.raw`\d{1,3}|${Object.keys(COUNTS).toSorted((a, b) => b.length - a.length).join("|")}`;
/** "Last month" is one of the calendar, but "the last month" and "the past month" end now. "The last week of the trip" is another matter. */
const ROLLING = new RegExp(String.raw`\b(?:(?:last|past|recent|previous) (?:(?<count>${COUNT}) )?(?<units>day|week|month|year)s|(?:the last|past) (?<unit>week|month|year))\b(?! of\b)`, "giu");
const THIS_WEEK = /\bthis week\b/giu;

/** Stretches that reach up to when the question is asked ("in the last three weeks", "the past month"), and the present week. */
export function rollingIn(question: string, askedAt: number): Stretch[] {
  const rolling = matchesOf(question, ROLLING, ({ groups = {} }) => {
    const { count, units, unit } = groups;
    const times = units === undefined ? 1 : countOf(count);
    return { kind: "relative", ranges: [{ from: unitsBefore(askedAt, times, (units ?? unit)!.toLowerCase() as Unit), until: askedAt }] };
  });
  return [...rolling, ...matchesOf(question, THIS_WEEK, () => ({ kind: "relative", ranges: [weekOf(askedAt)] }))];
}

function countOf(count: string | undefined): number {
  if (count === undefined) return UNSAID;
  return COUNTS[count.toLowerCase()] ?? Number(count);
}
