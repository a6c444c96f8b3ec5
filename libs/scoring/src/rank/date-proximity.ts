/** A stretch of time that a question names, epoch milliseconds; `until` is not in it. Open to one side: from −∞ ("before May"), or until ∞ ("after May"). */
export interface DateRange {
  from: number;
  until: number;
}

const DAY = 86_400_000;
const SCALE_DAYS = 5;
/** People speak of what has happened: a turn before the date hardly tells of it, one shortly after may. */
const BEFORE = 2;
const AFTER = 1;

/** 1 inside the nearest range, exp(−k · days / 5) outside, k = 2 before it and 1 after; 0 without ranges. A soft signal that hides nothing. */
export function dateProximity(observedAt: number, ranges: readonly DateRange[]): number {
  return Math.max(0, ...ranges.map((range) => proximity(observedAt, range)));
}

/** The same for an event whose own time is known: 1 where the two overlap; when it was told does not matter, nor on which side of the range it lies. */
export function eventProximity(event: DateRange, ranges: readonly DateRange[]): number {
  return Math.max(0, ...ranges.map(({ from, until }) => Math.exp((-BEFORE * Math.max(0, from - event.until, event.from - until)) / DAY / SCALE_DAYS)));
}

function proximity(at: number, { from, until }: DateRange): number {
  if (at < from) return Math.exp((-BEFORE * (from - at)) / DAY / SCALE_DAYS);
  if (at >= until) return Math.exp((-AFTER * (at - until)) / DAY / SCALE_DAYS);
  return 1;
}
