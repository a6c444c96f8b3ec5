import type { AlignmentView } from "@memory-cortex/store";

import { pairAnchors } from "./anchors.ts";
import type { IncomingTurn } from "./incoming-turn.ts";
import { createPairing } from "./pairing.ts";
import { pairByContent, regionsAround } from "./pair-by-content.ts";

export interface Matching {
  /** Stored position that an incoming turn was found to be, or -1. */
  positionOf: Int32Array;
  /** Matched incoming indexes whose positions ascend with them: what places are reckoned from. */
  inOrder: number[];
}

/** Finds out which incoming turns are stored already: sure pairs by id or time first, then equal content where the sequence speaks for it. */
export function matchTurns(view: AlignmentView, turns: readonly IncomingTurn[], isWindow: boolean): Matching {
  const pairing = createPairing(view, turns);
  const anchors = pairAnchors(view, turns, pairing);
  const chain = anchors.map((index) => ({ index, position: pairing.positionOf[index]!, length: 1 }));
  const whole = { fromPosition: 0, toPosition: view.length, fromIndex: 0, toIndex: turns.length, anchoredBefore: false, anchoredAfter: false };
  const inOrder = [...anchors];
  for (const region of regionsAround(chain, whole)) inOrder.push(...pairByContent(pairing, region, isWindow));
  return { positionOf: pairing.positionOf, inOrder: inOrder.sort((a, b) => a - b) };
}
