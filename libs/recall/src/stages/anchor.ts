import type { DateRange, TermTable } from "@memory-cortex/scoring";
import type { DocumentRef } from "@memory-cortex/store";
import { analyseQuery, decodeSignals } from "@memory-cortex/text";

import { anchorPhrase } from "../dates/anchor-phrase.ts";
import { openedRange } from "../dates/direction.ts";
import type { Side } from "../dates/direction.ts";
import { isLeftOut } from "../run.ts";
import type { Run } from "../run.ts";
import type { Found } from "./legs.ts";

/** What was found of an event that the question tells time by ("before the move"). */
export interface Anchor {
  /** What tells of the event. */
  ref: DocumentRef;
  side: Side;
}

/**
 * How much a time told by an event counts beside a date: which text tells of the event is a guess, and what is planned for after it is told
 * before. The text that tells of it counts as much as what lies on the side that is asked for, so that it neither wins nor loses by it.
 */
export const ANCHORED_SHARE = 0.5;

/** The least share of the words for the event that must stand together: with less, something else is told of. */
const LEAST_HELD = 0.7;
/** Shares nearer than this are the same. */
const SAME = 1e-6;

/**
 * The candidate that tells of the event, if any does: the one that itself holds most of the words for it; of several, one that tells of a
 * change and asks nothing; then the one that the words fit best. Null: the question names dates, tells time by no event, or of an unknown one.
 */
export function anchorOf(run: Run, { dates, terms, refs, legs }: Found): Anchor | null {
  if (dates.length > 0 || isLeftOut(run, "dates")) return null;
  const asked = anchorPhrase(run.request.query);
  if (asked === null) return null;
  const columns = analyseQuery(asked.phrase).map((term) => terms.indexOf(term));
  const best = bestTold(legs.words.table, columns, (row) => tellsOfChange(refs[row]!));
  return best === null ? null : { ref: refs[best]!, side: asked.side };
}

/** When the event was: its own time where that is known, else when it was told. */
export function anchoredRange({ ref, side }: Anchor, events: ReadonlyMap<string, DateRange>, askedAt: number): DateRange {
  return openedRange(side, events.get(ref.id) ?? { from: ref.observedAt, until: ref.observedAt }, { askedAt });
}

function tellsOfChange({ signals }: DocumentRef): boolean {
  const { change, question } = decodeSignals(signals);
  return change && !question;
}

interface Told {
  row: number;
  held: number;
  change: boolean;
  sum: number;
}

/** @param columns of the words in the table; −1 for one that was not looked for, which nothing holds */
function bestTold(table: TermTable, columns: readonly number[], changes: (row: number) => boolean): number | null {
  const weights = shares(table, columns);
  let best: Told | null = null;
  for (const row of table.holders) {
    let [held, sum] = [0, 0];
    columns.forEach((column, place) => {
      const score = column === -1 ? 0 : table.scores[row * table.terms + column]!;
      if (score > 0) held += weights[place]!;
      sum += score;
    });
    if (held < LEAST_HELD) continue;
    const told = { row, held, change: changes(row), sum };
    if (best === null || goesBefore(told, best)) best = told;
  }
  return best?.row ?? null;
}

/** What share each word has, by its best BM25, which grows with its rarity; one that nothing holds counts as much as the rarest. */
function shares({ terms, scores, holders }: TermTable, columns: readonly number[]): number[] {
  const known = columns.map((column) => (column === -1 ? 0 : holders.reduce((highest, row) => Math.max(highest, scores[row * terms + column]!), 0)));
  const rarest = Math.max(0, ...known);
  const weights = known.map((weight) => weight || rarest);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function goesBefore(a: Told, b: Told): boolean {
  if (Math.abs(a.held - b.held) > SAME) return a.held > b.held;
  return a.change === b.change ? a.sum > b.sum : a.change;
}
