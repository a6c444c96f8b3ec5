import { relate } from "../../src/decide/relate.ts";
import type { Related } from "../../src/decide/relate.ts";
import { readStatement } from "../../src/decide/reading.ts";
import type { Thresholds } from "../../src/decide/thresholds.ts";
import { UNMEASURED } from "../../src/decide/thresholds.ts";
import { speakerOf } from "./pair.ts";
import type { Pair, PairOutcome } from "./pair.ts";

const SAID_AT = Date.UTC(2026, 1, 2, 9); // a Monday
const DAY_MS = 86_400_000;

/** The two statements taken apart, with their times. */
export function readPair({ older, newer, days }: Pair) {
  const claim = (text: string, observedAt: number) => ({ text, speaker: speakerOf(text), observedAt, validFrom: null, validTo: null });
  return { older: readStatement(claim(older, SAID_AT)), newer: readStatement(claim(newer, SAID_AT + days * DAY_MS)) };
}

const OUTCOME: Readonly<Record<Related["relation"], PairOutcome>> = { same: "known", entailed: "known", updates: "supersede", contradicts: "conflict", uncertain: "conflict", compatible: "new" };

/** What the rules make of a pair. */
export function relatePair(pair: Pair, cosine: number | null = null, thresholds: Thresholds = UNMEASURED): { outcome: PairOutcome; related: Related } {
  const { older, newer } = readPair(pair);
  const related = relate(newer, older, { cosine, thresholds });
  return { outcome: OUTCOME[related.relation], related };
}
