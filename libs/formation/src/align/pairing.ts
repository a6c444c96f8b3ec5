import type { AlignmentView } from "@memory-cortex/store";

import { ACKNOWLEDGEMENT_LENGTH } from "./incoming-turn.ts";
import type { IncomingTurn } from "./incoming-turn.ts";

const NOTHING = -1;

/** Stored and incoming turns as numbers, so that ten thousand of each compare in milliseconds. */
export interface Pairing {
  storedLength: number;
  incomingLength: number;
  /** Stored position that an incoming turn was found to be, or -1. */
  positionOf: Int32Array;
  /** Stored positions with the content of an incoming turn, ascending. */
  positionsLike(index: number): readonly number[];
  /** Whether the stored turn and the incoming turn may be the same by content, both being free. */
  mayPair(position: number, index: number): boolean;
  isFree(index: number): boolean;
  isSubstantial(index: number): boolean;
  /** Pairs for good. */
  pair(position: number, index: number): void;
}

/** Sets up the comparison. Turns that both carry an id, or else a time, are never compared by content: see `anchors.ts`. */
export function createPairing(view: AlignmentView, turns: readonly IncomingTurn[]): Pairing {
  const positionOf = new Int32Array(turns.length).fill(NOTHING);
  const entryAt = new Int32Array(view.length).fill(NOTHING);
  const likeHash = new Map<string, number[]>();
  for (const [entry, match] of view.matches.entries()) {
    entryAt[match.position] = entry;
    const positions = likeHash.get(match.contentHash);
    if (positions) positions.push(match.position);
    else likeHash.set(match.contentHash, [match.position]);
  }
  const mayPair = (position: number, index: number): boolean => {
    const entry = entryAt[position]!;
    if (entry === NOTHING || positionOf[index] !== NOTHING) return false;
    const stored = view.matches[entry]!;
    const turn = turns[index]!;
    if (stored.contentHash !== turn.contentHash) return false;
    if (stored.externalId !== null && turn.externalId !== null) return false;
    return stored.saidAt === null || turn.saidAt === null;
  };
  return {
    storedLength: view.length,
    incomingLength: turns.length,
    positionOf,
    positionsLike: (index) => likeHash.get(turns[index]!.contentHash) ?? [],
    mayPair,
    isFree: (index) => positionOf[index] === NOTHING,
    isSubstantial: (index) => turns[index]!.length > ACKNOWLEDGEMENT_LENGTH,
    pair(position, index) {
      positionOf[index] = position;
      entryAt[position] = NOTHING;
    },
  };
}
