import type { DateRange } from "@memory-cortex/scoring";

/** Characters; what is longer is a document, and its times are not what is asked for. */
export const LONGEST_QUESTION = 500;

/** A time that stands in a question. */
export interface Stretch {
  /** Where its words begin and end in the question. */
  start: number;
  end: number;
  /** A date or month by its name goes before one told from today ("last week"), and this before a mere year: beside a better one, the others only describe it. */
  kind: "named" | "relative" | "year";
  /** What it may mean, latest first: without a year, that of the last years. */
  ranges: readonly DateRange[];
}

const overlaps = (a: Stretch, b: Stretch): boolean => a.start < b.end && b.start < a.end;

/** All of the first, and of the others what does not lie over them; in the order of the question. */
export function joinStretches(first: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  return [...first, ...others.filter((other) => !first.some((one) => overlaps(one, other)))].sort((a, b) => a.start - b.start);
}

const KINDS = ["named", "relative", "year"] as const;

/** Those of the best kind there is. */
export function bestKind(stretches: readonly Stretch[]): Stretch[] {
  const best = KINDS.find((kind) => stretches.some((stretch) => stretch.kind === kind));
  return stretches.filter(({ kind }) => kind === best);
}

/** What a pattern finds, each match made a stretch by its groups; null drops it. */
export function matchesOf(question: string, pattern: RegExp, stretchOf: (match: RegExpExecArray) => Omit<Stretch, "start" | "end"> | null): Stretch[] {
  return Array.from(question.matchAll(pattern)).flatMap((match) => {
    const stretch = stretchOf(match);
    return stretch === null ? [] : [{ ...stretch, start: match.index, end: match.index + match[0].length }];
  });
}
