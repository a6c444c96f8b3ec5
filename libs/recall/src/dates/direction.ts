import type { DateRange } from "@memory-cortex/scoring";

import { DAY } from "./calendar.ts";
import type { Stretch } from "./stretch.ts";

/** Third of the stretch that is meant. */
const PARTS = { early: 0, beginning: 0, start: 0, mid: 1, middle: 1, late: 2, end: 2 } as const;
const PART = /(?<![\p{L}\p{N}])(?<part>early|mid|late|beginning|start|middle|end)[\s-]+(?:(?:in|of) )?(?:the )?$/iu;
const OPENS = String.raw`(?<near>shortly|just|right|soon|immediately)? ?(?<![\p{L}\p{N}])(?<opens>before|prior to|earlier than|until|till|up to|after|following|later than|since)`;
/** The date of what stands between: "before the move in June". */
const EVENT = String.raw`(?<event>(?:the|my|our|your|his|her|its|their|an?) [\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+){0,2} (?:in|on|at|of|during) )?`;
const OPENED = new RegExp(String.raw`${OPENS} ${EVENT}(?:about |around )?(?:the )?$`, "iu");
const FROM = /(?<!\p{L})(?:from|starting(?: in| from| on)?) (?:the )?$/iu;
const ONWARDS = /^,? (?:on|onwards?|forward)(?!\p{L})/iu;
/** "Just after" is not ever after. */
const NEAR = 14 * DAY;

/**
 * What a stretch stands for by the words around it: "early" and the like take a third of it; "before", "until", "after", "since" and "from … on" open it to one side.
 * "By June" stays June: what was so by then was told about then.
 */
export function meantRanges(question: string, { start, end, ranges }: Stretch, askedAt: number): DateRange[] {
  const before = question.slice(0, start);
  const part = PART.exec(before);
  const cut = part === null ? ranges : ranges.map((range) => thirdOf(range, PARTS[part.groups!["part"]!.toLowerCase() as keyof typeof PARTS]));
  const lead = part === null ? before : before.slice(0, part.index);
  const opened: Partial<Record<string, string>> | undefined = OPENED.exec(lead)?.groups ?? (FROM.test(lead) && ONWARDS.test(question.slice(end)) ? { opens: "since" } : undefined);
  // Without a year it is the last one that has begun.
  const range = cut.find(({ from }) => from <= askedAt) ?? cut[0];
  if (opened === undefined || range === undefined) return [...cut];
  const side = sideOf(opened["opens"]!);
  return [openedRange(side, opened["event"] === undefined ? range : aroundEvent(range, side), { askedAt, near: opened["near"] !== undefined })];
}

/** The side that is asked for. */
export type Side = "before" | "until" | "after" | "since";

/** @param word one of those that open a range, in any case */
export function sideOf(word: string): Side {
  const lower = word.toLowerCase();
  if (lower === "since") return "since";
  if (/^(?:after|following|later)/u.test(lower)) return "after";
  return /^(?:until|till|up)/u.test(lower) ? "until" : "before";
}

/** Everything on one side of a range; "until" and "since" take it in, and "since" ends when it is asked. */
export function openedRange(side: Side, { from, until }: DateRange, { askedAt, near = false }: { askedAt: number; near?: boolean }): DateRange {
  if (side === "since") return { from, until: Math.max(from, askedAt) };
  if (side === "after") return { from: until, until: near ? until + NEAR : Infinity };
  const end = side === "until" ? until : from;
  return { from: near ? end - NEAR : -Infinity, until: end };
}

/** Of an event that is somewhere in the range: what else lies there may be before it as well as after it. */
const aroundEvent = ({ from, until }: DateRange, side: Side): DateRange => (side === "before" || side === "after" ? { from: until, until: from } : { from, until });

/** "After March and before June" is what lies between; other ranges stand beside each other. */
export function joinRanges(ranges: readonly DateRange[]): DateRange[] {
  const after = ranges.filter(({ until }) => until === Infinity);
  const before = ranges.filter(({ from }) => from === -Infinity);
  if (after.length === 0 || before.length === 0) return [...ranges];
  const between = { from: Math.max(...after.map(({ from }) => from)), until: Math.min(...before.map(({ until }) => until)) };
  return between.from < between.until ? [between] : [...ranges];
}

function thirdOf({ from, until }: DateRange, third: number): DateRange {
  const days = Math.round((until - from) / DAY);
  const at = (place: number): number => from + Math.round((days * place) / 3) * DAY;
  return { from: at(third), until: at(third + 1) };
}
